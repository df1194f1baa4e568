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
   * @param reason why
   */
  record Refused<I extends RuntimeID>(String reason) implements LeaseAnswer<I> {}
}
