// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.image.MethodDef;

/**
 * The reason why a method has no body in IL.
 *
 * @ecma II.23.1.10, II.23.1.11
 */
public enum NoBody implements Body {
  /** It is abstract. */
  ABSTRACT,
  /** It is a function of a native library. */
  PINVOKE,
  /** The runtime creates its body, as for delegates. */
  RUNTIME,
  /** Its body is part of the runtime. */
  INTERNAL_CALL,
  /** Its body is machine code. */
  NATIVE,
  /** Its row gives no reason: it is in a reference assembly, or the IL was stripped. */
  NO_RVA;

  private static final int CODE_TYPE = 0x3;
  private static final int CODE_NATIVE = 0x1;
  private static final int CODE_RUNTIME = 0x3;
  private static final int IMPL_INTERNAL_CALL = 0x1000;
  private static final int FLAG_ABSTRACT = 0x0400;
  private static final int FLAG_PINVOKE = 0x2000;

  /** Returns whether the RVA would not lead to IL. */
  static boolean isNotIl(int implFlags) {
    return (implFlags & CODE_TYPE) == CODE_NATIVE || (implFlags & CODE_TYPE) == CODE_RUNTIME;
  }

  /** Returns the reason why a method has no IL. */
  static NoBody of(MethodDef method) {
    int impl = method.implFlags();
    int flags = method.flags();
    if ((flags & FLAG_ABSTRACT) != 0) {
      return ABSTRACT;
    }
    if ((flags & FLAG_PINVOKE) != 0) {
      return PINVOKE;
    }
    if ((impl & IMPL_INTERNAL_CALL) != 0) {
      return INTERNAL_CALL;
    }
    return switch (impl & CODE_TYPE) {
      case CODE_RUNTIME -> RUNTIME;
      case CODE_NATIVE -> NATIVE;
      default -> NO_RVA;
    };
  }
}
