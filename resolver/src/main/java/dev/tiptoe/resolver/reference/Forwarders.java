// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caches the targets of forwarding rows: the references of all modules go through the same few
 * facades. A target is cached when the way to it does not fork and is short, as in normal
 * assemblies. The number of entries is bounded. Thread-safe.
 */
final class Forwarders {

  /** Chains of thousands of links, each cached from each link on, would fill the memory. */
  private static final int LONGEST = 4;

  private final RowCache<Resolved> known;

  Forwarders(int modules) {
    known = new RowCache<>(ExportedType.TABLE, modules);
  }

  /** Returns the type that a row leads to, with the way from there; null when it is not cached. */
  @Nullable Resolved from(LoadedImage module, int exported) {
    return known.get(module, exported);
  }

  /** Caches the targets of the forwarders among the last {@code certain} hops. */
  void learn(Resolved resolved, int certain) {
    List<Hop> trail = resolved.trail();
    for (int i = trail.size() - Math.min(certain, LONGEST); i < trail.size(); i++) {
      Hop hop = trail.get(i);
      if (hop.via().table() == ExportedType.TABLE) {
        List<Hop> rest = trail.subList(i, trail.size());
        Resolved behind = new Resolved(resolved.module(), resolved.type(), rest);
        known.put(hop.from(), hop.via().rid(), behind, 1 + rest.size());
      }
    }
  }
}
