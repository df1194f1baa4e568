// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.typeload;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;

/**
 * One act of loading a type, as the runtime recorded it. Immutable.
 *
 * @param type the type's handle, which is its ClassID
 * @param name what the runtime calls it
 * @param target the level that was asked for and reached, 1 to 4; what the type needs was taken
 *     further without a word
 * @param began the ticks at its beginning
 * @param ended the ticks at its end
 */
record TypeLoad(ClassID type, String name, int target, long began, long ended) {

  private static final int EXACT_PARENTS = 2;
  private static final int LOADED = 4;

  /** The level in Tiptoe's words. */
  Level level() {
    if (target < EXACT_PARENTS) {
      return Level.PUBLISHED;
    }
    return target < LOADED ? Level.ANNOUNCED : Level.USABLE;
  }

  /**
   * Whether it would not have been needed, had the type been at a level: the runtime never loads a
   * type again to a level that it has.
   */
  boolean denies(Level before) {
    return target
        <= switch (before) {
          case PUBLISHED -> 1;
          case ANNOUNCED -> EXACT_PARENTS;
          case USABLE -> LOADED;
        };
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
