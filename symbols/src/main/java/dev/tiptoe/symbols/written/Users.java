// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import java.util.Arrays;
import java.util.List;

/**
 * The methods that use a generated method or type, by rid. Written by one thread, read by any
 * number after that.
 */
final class Users {

  /**
   * The greatest number that is kept. A lambda is made in one place; a local function is called
   * from a few. A module whose methods all call one another must not cost the square of its size.
   */
  private static final int MOST = 64;

  static final Users NONE = new Users();

  private int[] rids = new int[1];
  private int count;
  private boolean isCut;

  /** Adds a method. One method adds itself several times in a row, if at all. */
  void add(int methodDef) {
    if (count > 0 && rids[count - 1] == methodDef) {
      return;
    }
    if (count == MOST) {
      isCut = true;
      return;
    }
    if (count == rids.length) {
      rids = Arrays.copyOf(rids, Math.min(MOST, 4 * count));
    }
    rids[count++] = methodDef;
  }

  /** Returns whether there are more than are kept. */
  boolean isCut() {
    return isCut;
  }

  /** Returns the methods. */
  List<Integer> rids() {
    return Arrays.stream(rids, 0, count).boxed().toList();
  }

  /** Returns the methods but one. */
  List<Integer> except(int methodDef) {
    return Arrays.stream(rids, 0, count).filter(rid -> rid != methodDef).boxed().toList();
  }
}
