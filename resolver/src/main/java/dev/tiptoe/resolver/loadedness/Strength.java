// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

/** The level of a rule's conclusion, given the level of its premise: never higher. */
enum Strength {
  /** Published follows from any level. */
  LAYOUT(0, Rank.PUBLISHED, Rank.PUBLISHED, Rank.PUBLISHED),
  /** Usable follows from usable, published from any other level. */
  FULL(1, Rank.PUBLISHED, Rank.PUBLISHED, Rank.USABLE),
  /** Usable follows from usable, announced from announced, nothing from published. */
  ANNOUNCEMENT(2, Rank.NONE, Rank.ANNOUNCED, Rank.USABLE);

  private static final Strength[] BY_NUMBER = values();

  private final int number;
  private final int fromPublished;
  private final int fromAnnounced;
  private final int fromUsable;

  Strength(int number, int fromPublished, int fromAnnounced, int fromUsable) {
    this.number = number;
    this.fromPublished = fromPublished;
    this.fromAnnounced = fromAnnounced;
    this.fromUsable = fromUsable;
  }

  /** The {@linkplain Rank rank} that follows from one. */
  int from(int premise) {
    return switch (premise) {
      case Rank.PUBLISHED -> fromPublished;
      case Rank.ANNOUNCED -> fromAnnounced;
      case Rank.USABLE -> fromUsable;
      default -> Rank.NONE;
    };
  }

  /** The number by which {@link InferenceSteps} know it: its place, from 0. */
  int number() {
    return number;
  }

  static Strength numbered(int number) {
    return BY_NUMBER[number];
  }
}
