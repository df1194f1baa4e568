// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What could not be read and was passed over, up to a bound. For one thread. */
final class Damages {

  private static final int MOST = 100;

  private final List<MetadataFormatException> met = new ArrayList<>();

  /** Runs what may find damage; returns whether there is sense in reading on. */
  boolean passOver(Runnable part) {
    try {
      part.run();
    } catch (MetadataFormatException e) {
      met.add(e);
    }
    return met.size() < MOST;
  }

  /** What {@code part} gives, unless it finds damage. */
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
