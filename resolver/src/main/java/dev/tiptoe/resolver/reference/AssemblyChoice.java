// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.AssemblyRef;
import java.util.List;

/** Chooses the loaded assemblies that a reference may mean, best first. */
@FunctionalInterface
interface AssemblyChoice {

  List<Candidate> candidates(LoadedImage from, AssemblyRef wanted);
}
