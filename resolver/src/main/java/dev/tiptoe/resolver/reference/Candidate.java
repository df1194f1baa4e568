// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.Tier;

/** A loaded module that a reference to an assembly or module may mean. Immutable. */
record Candidate(LoadedImage module, Tier tier, Binding binding) {

  /** The step of a reference that leads here. */
  Hop reached(LoadedImage from, Token via) {
    return new Hop(from, via, module, tier, binding);
  }

  /** Returns whether the runtime accepts it, or was observed to have bound it. */
  boolean isBound() {
    return tier.isAccepted() || binding == Binding.OBSERVED;
  }

  Candidate observed() {
    return new Candidate(module, tier, Binding.OBSERVED);
  }
}
