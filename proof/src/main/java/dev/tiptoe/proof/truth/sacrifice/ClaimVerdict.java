// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

/** What comes of comparing a claim with the CLR's answer: one of five. Immutable. */
sealed interface ClaimVerdict {

  /**
   * The answer confirms it.
   *
   * @param what what kind of claim it was, in words: such are counted together
   */
  record True(String what) implements ClaimVerdict {}

  /**
   * The answer denies it.
   *
   * @param how in words
   */
  record Wrong(String how) implements ClaimVerdict {}

  /**
   * It would have been true, and was not claimed.
   *
   * @param what in words: such are counted together
   */
  record Missed(String what) implements ClaimVerdict {}

  /**
   * There is no answer.
   *
   * @param why in words, without anything of this one case: such are counted together
   */
  record Unasked(String why) implements ClaimVerdict {}

  /**
   * There is an answer, and nothing was claimed.
   *
   * @param why in words, without anything of this one case: such are counted together
   */
  record Unclaimed(String why) implements ClaimVerdict {}
}
