// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;

/**
 * One step of a reference from a module to the next. Immutable.
 *
 * @param from the referring module
 * @param via the row that leads on: a TypeRef, or an ExportedType that forwards
 * @param to the module it leads to
 * @param tier how well that module fits
 * @param binding why it was chosen among modules of its name
 */
public record Hop(LoadedImage from, Token via, LoadedImage to, Tier tier, Binding binding) {

  /**
   * Returns whether the runtime takes this step: it looks into the module's load context and
   * accepts the module for the reference, or was observed to have bound it.
   */
  public boolean isBound() {
    return binding.binds(tier);
  }

  /** Returns whether this step follows a forwarder to another assembly. */
  public boolean isForwarder() {
    return via.table() == ExportedType.TABLE
        && new ExportedType(from.image(), via.rid()).implementation().table() == AssemblyRef.TABLE;
  }
}
