// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.NativeCode;
import java.util.Optional;

/** The code at a native address at one time, or the reason why none is known. Immutable. */
public sealed interface CodeLocation {

  /** The method whose code lies there, where one does. */
  default Optional<FunctionFact> function() {
    return Optional.empty();
  }

  /** The answer in words. */
  String why();

  /**
   * A method's code.
   *
   * @param method the method
   * @param rejit the ReJITID of the code; 0 for code that no profiler requested
   * @param range the piece of the code in which the address lies
   * @param nativeOffset from the code's beginning, counted through all its ranges in order
   * @param il the IL position of the instruction
   * @param since when the code was first known
   */
  record InCode(
      FunctionFact method,
      int rejit,
      NativeCode.Range range,
      int nativeOffset,
      IlPosition il,
      long since)
      implements CodeLocation {

    @Override
    public Optional<FunctionFact> function() {
      return Optional.of(method);
    }

    @Override
    public String why() {
      return method.id() + " has code there, which was met at " + Interval.timeInWords(since);
    }
  }

  /**
   * No code of a method that is known to live.
   *
   * @param address the address
   */
  record NoCode(long address) implements CodeLocation {

    @Override
    public String why() {
      return "no method that is known to live has code at 0x" + Long.toHexString(address);
    }
  }

  /**
   * The facts of that time were dropped, and what was kept has no code there.
   *
   * @param address the address
   * @param before the time before which facts were dropped
   */
  record Forgotten(long address, long before) implements CodeLocation {

    @Override
    public String why() {
      return "the facts before " + Interval.timeInWords(before) + " were dropped";
    }
  }
}
