// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

/**
 * Something that our reader and the CLR's read differently.
 *
 * @param table the table's or heap's name
 * @param rid the row, or the offset in the heap; 0 where it concerns the whole
 * @param column the column, or the question that was asked about the row
 * @param ours what our reader says
 * @param theirs what the CLR says
 */
public record Difference(String table, int rid, String column, String ours, String theirs) {

  @Override
  public String toString() {
    return table + " " + rid + " " + column + ": ours " + ours + ", the CLR's " + theirs;
  }
}
