// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.resolver.map.EvidenceKind;
import org.jspecify.annotations.Nullable;

/**
 * One fact about an ID at one time. Immutable.
 *
 * @param at the fact's own time
 * @param kind the evidence that the fact is; null for an unload
 * @param shape what the ID meant; null for an unload, and for an observation such as a sample
 * @param <S> the description of a kind of ID
 */
record Claim<S>(long at, @Nullable EvidenceKind kind, @Nullable S shape) {

  static <S> Claim<S> unload(long at) {
    return new Claim<>(at, null, null);
  }

  static <S> Claim<S> observation(long at, EvidenceKind kind) {
    return new Claim<>(at, kind, null);
  }

  boolean isUnload() {
    return kind == null;
  }

  /** The meaning of the ID, in a fact that has it. */
  S described() {
    return requireNonNull(shape);
  }

  /** The evidence that the fact is, of one that is no unload. */
  EvidenceKind known() {
    return requireNonNull(kind);
  }

  /** Whether it states only that something existed, and not what it was. */
  boolean isObservation() {
    return kind != null && shape == null;
  }
}
