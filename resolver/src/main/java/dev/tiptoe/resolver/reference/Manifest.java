// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.Tier;
import java.util.List;

/**
 * The main module of an assembly, with that assembly's identity. Thread-safe. Retains the candidate
 * that it was most recently, because the references of most modules mean it in the same way.
 */
final class Manifest {

  private final LoadedImage module;
  private final AssemblyIdentity identity;
  private volatile List<Candidate> recent = List.of();

  Manifest(LoadedImage module, AssemblyIdentity identity) {
    this.module = module;
    this.identity = identity;
  }

  LoadedImage module() {
    return module;
  }

  AssemblyIdentity identity() {
    return identity;
  }

  /** Returns a list with only this assembly, as a candidate of that tier and binding. */
  List<Candidate> alone(Tier tier, Binding binding) {
    List<Candidate> known = recent;
    if (known.isEmpty() || known.get(0).tier() != tier || known.get(0).binding() != binding) {
      known = List.of(new Candidate(module, tier, binding));
      recent = known;
    }
    return known;
  }
}
