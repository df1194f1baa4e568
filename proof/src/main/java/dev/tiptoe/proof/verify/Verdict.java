// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.List;

/** The result of comparing our reader and the CLR's on one file. */
public sealed interface Verdict {

  /**
   * Both read it.
   *
   * @param tally what was compared
   * @param differences the first of them; {@link Tally#differences} is their number
   */
  record Compared(Tally tally, List<Difference> differences) implements Verdict {}

  /**
   * Our reader opens it and the CLR does not, so nothing can be compared.
   *
   * @param reason the CLR's answer
   */
  record Refused(String reason) implements Verdict {}

  /**
   * Our reader cannot open it.
   *
   * @param managed whether it is a managed file, possibly a damaged one
   * @param reason one line that names the file
   */
  record Unreadable(boolean managed, String reason) implements Verdict {}

  /**
   * The process with the CLR died or was silent for too long.
   *
   * @param reason what is known of its end
   */
  record Lost(String reason) implements Verdict {}
}
