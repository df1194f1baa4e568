// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;
import java.time.Duration;
import java.util.List;

/**
 * One load of a type, as the runtime recorded it. Immutable.
 *
 * @param type the type's handle, which is its ClassID
 * @param name the runtime's name for it
 * @param target the requested and reached level, 1 to 4; the types that it needs were loaded
 *     further without an event
 * @param thread the number of the loading thread
 * @param began the ticks at its beginning, in nanoseconds
 * @param ended the ticks at its end
 */
public record TypeLoad(ClassID type, String name, int target, long thread, long began, long ended) {

  private static final int EXACT_PARENTS = 2;
  private static final int LOADED = 4;

  /**
   * How long a thread may take from finding that a type is not loaded to loading it. Threads that
   * need one type at the same moment load it one after the other, the later ones without effect.
   */
  static final long HELD_UP = Duration.ofMillis(20).toNanos();

  /** Returns the level as Tiptoe defines it. */
  Level level() {
    if (target < EXACT_PARENTS) {
      return Level.PUBLISHED;
    }
    return target < LOADED ? Level.ANNOUNCED : Level.USABLE;
  }

  /**
   * Returns whether loads of a type contradict that it had a level since some ticks: the runtime
   * never loads a type again to a level that it has.
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

  /** Returns whether its thread was loading the type itself at some ticks. */
  private boolean knew(List<TypeLoad> loads, long at) {
    return loads.stream()
        .anyMatch(load -> load.thread == thread && load.began <= at && at <= load.ended);
  }

  /** Returns whether its name, with or without type arguments, is this. */
  boolean isNamed(String plain) {
    return name.equals(plain) || withoutArguments(name).equals(plain);
  }

  /** Returns the name without type arguments, or the name itself where it has none. */
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
