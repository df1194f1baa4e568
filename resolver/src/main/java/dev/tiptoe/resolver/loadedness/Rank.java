// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Level;
import java.util.List;

/** Levels as numbers, with one below them all for what is not known to be loaded. */
final class Rank {

  static final int NONE = 0;
  static final int PUBLISHED = 1;
  static final int ANNOUNCED = 2;
  static final int USABLE = 3;

  private Rank() {}

  static int of(Level level) {
    return switch (level) {
      case PUBLISHED -> PUBLISHED;
      case ANNOUNCED -> ANNOUNCED;
      case USABLE -> USABLE;
    };
  }

  /** The highest that any of the evidence proves. */
  static int of(List<Evidence> evidence) {
    int highest = NONE;
    for (int i = 0; i < evidence.size(); i++) {
      highest = Math.max(highest, of(evidence.get(i).proves()));
    }
    return highest;
  }

  /** The level of a rank that is not {@link #NONE}. */
  static Level level(int rank) {
    return switch (rank) {
      case PUBLISHED -> Level.PUBLISHED;
      case ANNOUNCED -> Level.ANNOUNCED;
      case USABLE -> Level.USABLE;
      default -> throw new IllegalArgumentException("no level: " + rank);
    };
  }
}
