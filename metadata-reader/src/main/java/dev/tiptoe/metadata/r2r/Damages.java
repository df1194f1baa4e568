// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects unreadable parts that were skipped, up to a bound. Not thread-safe. */
final class Damages {

  private static final int MOST = 100;

  private final List<MetadataFormatException> met = new ArrayList<>();

  /** Runs a part that may find damage. Returns whether reading on makes sense. */
  boolean passOver(Runnable part) {
    try {
      part.run();
    } catch (MetadataFormatException e) {
      met.add(e);
    }
    return met.size() < MOST;
  }

  /** Returns the result of {@code part}, unless it finds damage. */
  <T> Optional<T> get(Supplier<Optional<T>> part) {
    try {
      return part.get();
    } catch (MetadataFormatException e) {
      met.add(e);
      return Optional.empty();
    }
  }

  List<MetadataFormatException> met() {
    return List.copyOf(met);
  }
}
