// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

/**
 * A difference between our reader and the CLR's.
 *
 * @param table the table's or heap's name
 * @param rid the row, or the offset in the heap; 0 for the table or heap itself
 * @param column the column, or the question about the row
 * @param ours our reader's result
 * @param theirs the CLR's result
 */
public record Difference(String table, int rid, String column, String ours, String theirs) {

  @Override
  public String toString() {
    return table + " " + rid + " " + column + ": ours " + ours + ", the CLR's " + theirs;
  }
}
