// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.List;

/** How our reader and the CLR's compare on one file. */
public sealed interface Verdict {

  /**
   * Both read it.
   *
   * @param tally what was compared
   * @param differences the first of them; {@link Tally#differences} is how many there are
   */
  record Compared(Tally tally, List<Difference> differences) implements Verdict {}

  /**
   * Our reader opens it, the CLR does not; so there is nothing to compare.
   *
   * @param reason what the CLR answers
   */
  record Refused(String reason) implements Verdict {}

  /**
   * Our reader cannot open it.
   *
   * @param managed whether it is, or was, managed at all
   * @param reason one line that names the file
   */
  record Unreadable(boolean managed, String reason) implements Verdict {}

  /**
   * The process with the CLR died over it, or said nothing for too long.
   *
   * @param reason what is known of its end
   */
  record Lost(String reason) implements Verdict {}
}
