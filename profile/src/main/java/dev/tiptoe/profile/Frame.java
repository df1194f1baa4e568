// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * A frame of a stack: a method, and the requested details of the position in it. Immutable.
 *
 * @param method the method in the reflection style with its type arguments, such as {@code
 *     Shop.Cart::<Buy>b__0}; a frame without a method has a name in angle brackets
 * @param written the method in whose source the code is, in the style of C#, such as {@code
 *     Cart.Buy(int) → lambda}; empty when it is not known, or was not requested
 * @param module the module
 * @param methodDef the token of the MethodDef; 0 when there is none
 * @param ilOffset the IL offset, or one of {@link #NO_OFFSET}, {@link #PROLOG} and {@link #EPILOG}
 * @param source the source
 * @param kind the kind
 * @param rva the RVA of the ReadyToRun code, of a byte of the instruction; 0 when it is not known,
 *     or was not requested
 */
public record Frame(
    String method,
    String written,
    FrameModule module,
    int methodDef,
    int ilOffset,
    FrameSource source,
    FrameKind kind,
    int rva) {

  /** The IL offset is not known, or was not requested. */
  public static final int NO_OFFSET = -1;

  /** The code runs before the method's own instructions. */
  public static final int PROLOG = -2;

  /** The code leaves the method. */
  public static final int EPILOG = -3;

  /** A run of unmanaged frames. */
  public static final Frame NATIVE = special("<native>", FrameKind.NATIVE);

  /** Stands at the root of a stack whose root end is missing. */
  public static final Frame TRUNCATED = special("<deeper than recorded>", FrameKind.NATIVE);

  /** Stands at the root of a stack from which the frames that threw an exception are missing. */
  public static final Frame LACKS_THROWING =
      special("<frames that threw are missing>", FrameKind.NATIVE);

  private static final String BROKEN_OFF = "<broken off: ";

  /** A method of which nothing is known. */
  public static final Frame UNKNOWN = special("?", FrameKind.USER);

  /** Creates a frame without an RVA. */
  public Frame(
      String method,
      String written,
      FrameModule module,
      int methodDef,
      int ilOffset,
      FrameSource source,
      FrameKind kind) {
    this(method, written, module, methodDef, ilOffset, source, kind, 0);
  }

  /**
   * Returns a frame for the root of a stack whose walk ended before the thread's first frame.
   *
   * @param reason why it ended, such as {@code no rule}
   */
  public static Frame brokenOff(String reason) {
    return special(BROKEN_OFF + reason + ">", FrameKind.NATIVE);
  }

  /** Returns a frame of which only a name is known. */
  public static Frame special(String name, FrameKind kind) {
    return new Frame(name, "", FrameModule.NONE, 0, NO_OFFSET, FrameSource.UNKNOWN, kind);
  }

  /** Returns a frame of which only the method and the module are known. */
  public static Frame named(String method, String module) {
    return new Frame(
        method,
        "",
        FrameModule.named(module),
        0,
        NO_OFFSET,
        FrameSource.UNKNOWN,
        FrameKind.of(method, module));
  }

  /** Returns whether its code is unmanaged; that of the garbage collector is, too. */
  public boolean isUnmanaged() {
    return kind == FrameKind.NATIVE
        || (kind == FrameKind.GC && FrameKind.of(method, module.name()) != FrameKind.GC);
  }

  /** Returns whether it represents something that is missing from its stack. */
  public boolean standsForMissing() {
    return equals(TRUNCATED)
        || equals(LACKS_THROWING)
        || (module.equals(FrameModule.NONE) && method.startsWith(BROKEN_OFF));
  }

  /** Returns the same frame with another text of the written method. */
  Frame writtenAs(String text) {
    return new Frame(method, text, module, methodDef, ilOffset, source, kind, rva);
  }

  /** Returns the written method where it is known, else the method. */
  public String shown() {
    return written.isEmpty() ? method : written;
  }
}
