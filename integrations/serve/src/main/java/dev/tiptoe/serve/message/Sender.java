// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

/**
 * A sender: all connections from one address. Memory, connections and turns are shared by address,
 * so many connections of one sender get no more than one connection. Immutable but for its bytes,
 * which the budget guards.
 */
public final class Sender {

  /** One sender alone can have three quarters of what there is. */
  private static final int TIMES_WHAT_IS_LEFT = 3;

  /** What its messages have of the budget. */
  long bytes;

  /** Creates a sender that has nothing. */
  public Sender() {}

  /**
   * Returns whether a sender may have so much of something: no more than three times what is then
   * left. So there is always something left for other senders, even if many need all of it.
   *
   * @param has what it would have
   * @param left what would be left for all
   */
  public static boolean mayHave(long has, long left) {
    return left >= 0 && has <= TIMES_WHAT_IS_LEFT * left;
  }
}
