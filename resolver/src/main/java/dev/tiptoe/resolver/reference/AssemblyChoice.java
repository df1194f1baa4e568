// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.List;

/** Chooses the loaded assemblies that a reference may mean, best first. */
@FunctionalInterface
interface AssemblyChoice {

  /**
   * Returns the assemblies.
   *
   * @param assemblyRef the row of {@code from} that refers to them
   */
  List<Candidate> candidates(LoadedImage from, int assemblyRef);
}
