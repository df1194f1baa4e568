// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

/** A loaded module that a reference to an assembly or module may mean. Immutable. */
record Candidate(LoadedImage module, Tier tier, Binding binding) {

  /** Returns whether the runtime accepts it, or was observed to have bound it. */
  boolean isBound() {
    return tier.isAccepted() || binding == Binding.OBSERVED;
  }

  Candidate observed() {
    return new Candidate(module, tier, Binding.OBSERVED);
  }
}
