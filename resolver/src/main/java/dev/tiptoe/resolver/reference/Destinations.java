// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Caches where the search for a name in a module ends: the references of all modules lead to far
 * fewer types, and go through the same few facades.
 *
 * <p>An end is cached when the runtime takes every hop to it, and the way does not fork and is
 * short, as in normal assemblies. The table has a fixed size; where it is crowded, a new entry
 * replaces an older one. Thread-safe.
 */
final class Destinations {

  /** Chains of thousands of links, each cached from each link on, would fill the memory. */
  private static final int LONGEST = 4;

  private static final int SLOTS_PER_MODULE = 64;
  private static final int MOST_MODULES = 256;

  /** The number of slots in which an entry may be. */
  private static final int PROBES = 4;

  private static final int GOLDEN = 0x9e3779b9;

  /**
   * The type that a name leads to.
   *
   * @param module the module that was searched
   * @param name the name
   * @param type the type, with the way from that module
   */
  private record Entry(LoadedImage module, SoughtType name, Resolved type) {

    boolean isOf(LoadedImage of, SoughtType sought) {
      return name.equals(sought) && module.equals(of);
    }
  }

  private final AtomicReferenceArray<Entry> slots;

  /** Creates an empty cache for so many modules. */
  Destinations(int modules) {
    int size = Integer.highestOneBit(Math.max(1, Math.min(modules, MOST_MODULES)));
    slots = new AtomicReferenceArray<>(size * SLOTS_PER_MODULE);
  }

  /**
   * Returns the type of that name for which a module was searched before, with the way from there;
   * null when it is not cached.
   */
  @Nullable Resolved from(LoadedImage module, SoughtType name) {
    int home = home(module, name);
    for (int i = 0; i < PROBES; i++) {
      Entry entry = slots.get(home ^ i);
      if (entry == null) {
        return null;
      }
      if (entry.isOf(module, name)) {
        return entry.type();
      }
    }
    return null;
  }

  /**
   * Caches the end of a way, as seen from its end and from each of its last {@code certain} hops.
   */
  void learn(SoughtType name, Resolved end, int certain) {
    List<Hop> trail = end.trail();
    put(end.module(), name, new Resolved(end.module(), end.type(), List.of()));
    // The first hop may begin at a row that the name does not lead to.
    int first = Math.max(1, trail.size() - Math.min(certain, LONGEST));
    for (int i = first; i < trail.size(); i++) {
      List<Hop> rest = trail.subList(i, trail.size());
      put(trail.get(i).from(), name, new Resolved(end.module(), end.type(), rest));
    }
  }

  private void put(LoadedImage module, SoughtType name, Resolved type) {
    int home = home(module, name);
    int slot = home;
    for (int i = PROBES - 1; i >= 0; i--) {
      Entry entry = slots.get(home ^ i);
      if (entry == null || entry.isOf(module, name)) {
        slot = home ^ i;
      }
    }
    slots.setRelease(slot, new Entry(module, name, type));
  }

  private int home(LoadedImage module, SoughtType name) {
    int hash = (name.hashCode() + module.place()) * GOLDEN;
    return hash >>> (Integer.numberOfLeadingZeros(slots.length()) + 1);
  }
}
