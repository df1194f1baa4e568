// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.Optional;

/**
 * The answer to whether an ID may be passed to the running program. Immutable.
 *
 * @param <I> the kind of ID
 */
public sealed interface LeaseAnswer<I extends RuntimeID> {

  /** The lease, where there is one. */
  default Optional<Lease<I>> lease() {
    return Optional.empty();
  }

  /**
   * It may.
   *
   * @param <I> the kind of ID
   * @param granted what to show
   */
  record Granted<I extends RuntimeID>(Lease<I> granted) implements LeaseAnswer<I> {
    @Override
    public Optional<Lease<I>> lease() {
      return Optional.of(granted);
    }
  }

  /**
   * It may not.
   *
   * @param <I> the kind of ID
   * @param reason the kind of reason
   * @param detail the reason in words
   */
  record Refused<I extends RuntimeID>(Reason reason, String detail) implements LeaseAnswer<I> {}

  /** The reasons why an ID may not be passed to the program. */
  enum Reason {
    /** The recording has ended: no more requests to the program are possible. */
    RECORDING_ENDED,
    /** The ID is not known to mean anything now. */
    MEANS_NOTHING,
    /**
     * The ID has had two meanings that began at the same time, which a lease cannot distinguish.
     */
    SAME_BEGINNING
  }
}
