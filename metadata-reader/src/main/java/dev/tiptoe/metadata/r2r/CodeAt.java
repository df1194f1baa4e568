// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import java.util.List;

/** The native code, or the lack of it, at an RVA. Immutable. */
public sealed interface CodeAt {

  /**
   * Code of a method.
   *
   * @param method the method
   * @param part the body, funclet or cold part with the RVA
   * @param offset bytes from the beginning of the method's body; in a cold part, as if that
   *     followed the rest
   */
  record Method(EntryPoint method, CodeRange part, int offset) implements CodeAt {}

  /**
   * Code that several methods share: before .NET 5, P/Invokes of one signature.
   *
   * @param methods all of them, decoded on demand
   * @param part as for one method
   * @param offset as for one method
   */
  record Shared(List<EntryPoint> methods, CodeRange part, int offset) implements CodeAt {}

  /** There is no method. */
  record Nothing(Reason reason) implements CodeAt {}

  /** The file has no code, which is in a composite image of that file name. */
  record InComposite(String fileName) implements CodeAt {}

  /** The reasons why there is no method. */
  enum Reason {
    /** There is no code: data, padding, thunks, or an address outside. */
    NO_CODE("no code of a method lies there"),
    /** There is code, but no method is listed for it. */
    NO_METHOD("no method is listed for the code there"),
    /** The format's version is newer than this library. */
    UNKNOWN_VERSION("the ReadyToRun version is not known");

    private final String inWords;

    Reason(String inWords) {
      this.inWords = inWords;
    }

    /** Returns the reason in words. */
    public String inWords() {
      return inWords;
    }
  }
}
