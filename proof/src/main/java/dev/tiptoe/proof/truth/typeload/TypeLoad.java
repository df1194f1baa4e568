// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;
import java.time.Duration;
import java.util.List;

/**
 * One act of loading a type, as the runtime recorded it. Immutable.
 *
 * @param type the type's handle, which is its ClassID
 * @param name what the runtime calls it
 * @param target the level that was asked for and reached, 1 to 4; what the type needs was taken
 *     further without a word
 * @param thread the number of the thread that loaded
 * @param began the ticks at its beginning, in nanoseconds
 * @param ended the ticks at its end
 */
public record TypeLoad(ClassID type, String name, int target, long thread, long began, long ended) {

  private static final int EXACT_PARENTS = 2;
  private static final int LOADED = 4;

  /**
   * How long a thread may take from finding that a type is not loaded to loading it. Threads that
   * need one type at the same moment load it one after the other, the later ones to no effect.
   */
  private static final long HELD_UP = Duration.ofMillis(20).toNanos();

  /** The level in Tiptoe's words. */
  Level level() {
    if (target < EXACT_PARENTS) {
      return Level.PUBLISHED;
    }
    return target < LOADED ? Level.ANNOUNCED : Level.USABLE;
  }

  /**
   * Whether acts of loading a type deny that it had a level since some ticks: the runtime never
   * loads a type again to a level that it has.
   */
  static boolean deny(List<TypeLoad> loads, Level level, long since) {
    return loads.stream()
        .filter(load -> load.isNeededBelow(level))
        .anyMatch(load -> load.began > (load.knew(loads, since) ? since : since + HELD_UP));
  }

  private boolean isNeededBelow(Level level) {
    return target
        <= switch (level) {
          case PUBLISHED -> 1;
          case ANNOUNCED -> EXACT_PARENTS;
          case USABLE -> LOADED;
        };
  }

  /** Whether its thread was loading the type itself at some ticks. */
  private boolean knew(List<TypeLoad> loads, long at) {
    return loads.stream()
        .anyMatch(load -> load.thread == thread && load.began <= at && at <= load.ended);
  }

  /** Its name without type arguments; the same where it has none. */
  static String withoutArguments(String name) {
    if (!name.endsWith(">")) {
      return name;
    }
    int depth = 0;
    int at = name.length();
    do {
      at--;
      depth += name.charAt(at) == '>' ? 1 : name.charAt(at) == '<' ? -1 : 0;
    } while (at > 0 && depth > 0);
    return depth == 0 ? name.substring(0, at) : name;
  }
}
