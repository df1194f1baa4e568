// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;

/**
 * One step of a reference from a module to the next.
 *
 * @param from the module that refers
 * @param via the row that says where to go on: a TypeRef, or an ExportedType that forwards
 * @param to the module it leads to
 * @param tier how well that module fits
 */
public record Hop(Image from, Token via, Image to, Tier tier) {

  /** Whether this step follows a forwarder to another assembly. */
  public boolean isForwarder() {
    return via.table() == ExportedType.TABLE
        && new ExportedType(from, via.rid()).implementation().table() == AssemblyRef.TABLE;
  }
}
