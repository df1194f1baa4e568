// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

/** Something that Tiptoe claims, with the question that puts it to the test. */
interface Claim {

  /** What the CLR is asked. */
  ClrQuestion question();

  /** Compares; {@code announced} is what all questions up to this one had announced. */
  ClaimVerdict judge(Reply reply, Announced announced);
}
