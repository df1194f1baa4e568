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

  /** Returns whether the runtime binds it. */
  boolean isBound() {
    return binding.binds(tier);
  }

  /** Returns it as one that the {@code Load} of its context supplies. */
  Candidate supplied() {
    return new Candidate(module, Tier.SUPPLIED, binding);
  }

  Candidate observed() {
    return new Candidate(module, tier, Binding.OBSERVED);
  }
}
