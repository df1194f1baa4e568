// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.Fact;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Counts the work of all long names of IDs, and bounds it. Thread-safe.
 *
 * <p>A record of some bytes can refer to a name of thousands of parts, so a bound for each name
 * does not bound the total. Short names are not counted, and no other is counted twice.
 */
final class NamingWork {

  private static final int MOST_PARTS = 4096;
  private static final int MOST_CHARACTERS = 1 << 16;

  /** A name always has so many parts, whatever the total. */
  private static final int SHORT_PARTS = 64;

  private static final int SHORT_CHARACTERS = 1 << 12;

  /** Looking up a part takes as long as writing so many characters. */
  private static final int WORK_OF_A_PART = 64;

  private static final long FREE = 64 << 20;

  /** An ID and when its meaning began. */
  private record Key(RuntimeID id, long from) {}

  private final Set<Key> counted = ConcurrentHashMap.newKeySet();
  private final AtomicLong left = new AtomicLong(FREE);

  /** What is left for one name. Mutable, not thread-safe. */
  static final class Limit {

    private final int mostParts;
    private final int mostCharacters;
    private int parts;
    private int characters;

    private Limit(int mostParts, int mostCharacters) {
      this.mostParts = mostParts;
      this.mostCharacters = mostCharacters;
    }

    /** Takes room for a part. Returns false when there is none. */
    boolean hasPart() {
      return ++parts <= mostParts && characters <= mostCharacters;
    }

    /** Returns whether there is no room for another part. */
    boolean isReached() {
      return parts > mostParts || characters > mostCharacters;
    }

    /** Takes room for characters of a part, which is written in any case. */
    void add(int more) {
      characters += more;
    }

    private boolean isLong() {
      return mostParts > SHORT_PARTS && (parts > SHORT_PARTS || characters > SHORT_CHARACTERS);
    }
  }

  /** Returns the name for a fact, made within its limit. */
  String limited(Fact named, Function<Limit, String> making) {
    Key key = new Key(named.id(), named.interval().from());
    Limit limit =
        left.get() > 0 || counted.contains(key)
            ? new Limit(MOST_PARTS, MOST_CHARACTERS)
            : new Limit(SHORT_PARTS, SHORT_CHARACTERS);
    String name = making.apply(limit);
    if (limit.isLong() && counted.add(key)) {
      left.addAndGet(-limit.characters - (long) WORK_OF_A_PART * limit.parts);
    }
    return name;
  }
}
