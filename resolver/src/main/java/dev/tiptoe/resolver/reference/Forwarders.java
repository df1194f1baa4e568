// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows that forward a type lead: the references of all modules go through the same few
 * facades. Kept where the way does not fork and is short, as it is in honest assemblies; a
 * reference for each row of a facade, and what it leads to. Thread-safe.
 */
final class Forwarders {

  /** Chains of thousands, each kept from each of its links on, would fill the memory. */
  private static final int LONGEST = 4;

  private final Map<Image, AtomicReferenceArray<Resolved>> known = new ConcurrentHashMap<>();

  /** The type that {@code exported} leads to, with the way from there; null when not known. */
  @Nullable Resolved from(ExportedType exported) {
    AtomicReferenceArray<Resolved> rows = known.get(exported.image());
    return rows == null || exported.rid() >= rows.length() ? null : rows.get(exported.rid());
  }

  /** Remembers where the forwarders lead that are among the last {@code certain} hops. */
  void learn(Resolved resolved, int certain) {
    List<Hop> trail = resolved.trail();
    for (int i = trail.size() - Math.min(certain, LONGEST); i < trail.size(); i++) {
      Hop hop = trail.get(i);
      if (hop.via().table() == ExportedType.TABLE) {
        Resolved rest = new Resolved(resolved.type(), trail.subList(i, trail.size()));
        rows(hop.from()).set(hop.via().rid(), rest);
      }
    }
  }

  private AtomicReferenceArray<Resolved> rows(Image module) {
    return known.computeIfAbsent(
        module, one -> new AtomicReferenceArray<>(one.tables().whole(ExportedType.TABLE) + 1));
  }
}
