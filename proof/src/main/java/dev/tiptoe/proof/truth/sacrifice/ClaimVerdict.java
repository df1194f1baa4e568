// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

/** The result of comparing a claim with the CLR's answer, of five kinds. Immutable. */
sealed interface ClaimVerdict {

  /**
   * The answer confirms it.
   *
   * @param what the kind of claim, by which it is counted
   */
  record True(String what) implements ClaimVerdict {}

  /**
   * The answer contradicts it.
   *
   * @param how a description
   */
  record Wrong(String how) implements ClaimVerdict {}

  /**
   * It would have been true, and was not claimed.
   *
   * @param what the kind of claim, by which it is counted
   */
  record Missed(String what) implements ClaimVerdict {}

  /**
   * There is no answer.
   *
   * @param reason the reason, without details of this case; it is counted by that
   */
  record Unasked(String reason) implements ClaimVerdict {}

  /**
   * There is an answer, and nothing was claimed.
   *
   * @param reason the reason, without details of this case; it is counted by that
   */
  record Unclaimed(String reason) implements ClaimVerdict {}
}
