// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

/** A claim of Tiptoe, with the question that tests it. */
interface Claim {

  /** Returns the question for the CLR. */
  ClrQuestion question();

  /**
   * Compares the answer with the claim; {@code announced} is what all questions up to this one had
   * announced.
   */
  ClaimVerdict judge(Reply reply, Announced announced);
}
