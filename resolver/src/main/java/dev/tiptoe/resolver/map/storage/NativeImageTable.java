// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.map.ImageFact;
import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * The images with native code, by their addresses, with the intervals in which they were there. One
 * writer, lock-free readers.
 *
 * <p>A program has some hundreds. Images beyond {@value #MOST} in a crafted trace are left out, and
 * if more than {@value #MOST_LOOKED_AT} begin before an address, only the nearest are searched.
 */
final class NativeImageTable {

  private static final int MOST = 1 << 16;
  private static final int MOST_LOOKED_AT = 256;
  private static final int MOST_AT_AN_ADDRESS = 1 << 10;

  /** By their first addresses; each list is immutable, newest last. */
  private final ConcurrentSkipListMap<Long, List<ImageFact>> byStart =
      new ConcurrentSkipListMap<>(Long::compareUnsigned);

  private int count;

  /** Takes in an image; returns whether it is valid and there is room. */
  boolean mapped(long at, MappedImage image) {
    List<ImageFact> before = byStart.getOrDefault(image.start(), List.of());
    if (image.size() == 0 || count == MOST || before.size() == MOST_AT_AN_ADDRESS) {
      return false;
    }
    boolean isKnown =
        before.stream().anyMatch(fact -> fact.interval().isOpen() && fact.image().equals(image));
    if (!isKnown) {
      // It was there before it was seen, but not longer than its place is known to have been empty.
      long from = image.absent() == 0 ? Long.MIN_VALUE : Math.min(image.absent(), at);
      List<ImageFact> after = new ArrayList<>();
      before.forEach(fact -> after.add(fact.interval().isOpen() ? ended(fact, from, at) : fact));
      after.add(new ImageFact(image, new Interval(from, Interval.OPEN)));
      byStart.put(image.start(), List.copyOf(after));
      count++;
    }
    return true;
  }

  /** Ends what another image has replaced. */
  private static ImageFact ended(ImageFact fact, long from, long at) {
    long to = from > fact.interval().from() ? from : at;
    return new ImageFact(fact.image(), new Interval(fact.interval().from(), to));
  }

  /** Takes in the end of an image. */
  void unmapped(long at, long base, long start) {
    List<ImageFact> before = byStart.getOrDefault(start, List.of());
    List<ImageFact> after = new ArrayList<>();
    for (ImageFact fact : before) {
      boolean ends = fact.interval().isOpen() && fact.image().base() == base;
      after.add(
          ends ? new ImageFact(fact.image(), new Interval(fact.interval().from(), at)) : fact);
    }
    if (!before.isEmpty()) {
      byStart.put(start, List.copyOf(after));
    }
  }

  /** Takes an image's beginning or end. */
  interface ImageAction {
    /** Takes a fact of a time. */
    void accept(long at, boolean isEnd, Consumer<RuntimeFeed> fact);
  }

  /**
   * Passes on facts that give the same images with the same intervals, of those that had not ended
   * by a time.
   */
  void passTo(long since, ImageAction facts) {
    for (List<ImageFact> all : byStart.values()) {
      long before = 0;
      for (ImageFact fact : all) {
        MappedImage image = fact.image();
        if (fact.interval().to() <= since) {
          before = fact.interval().to();
          continue;
        }
        long from = fact.interval().from();
        // One that was there always was seen after the one before it.
        long at = from == Long.MIN_VALUE ? before : from;
        facts.accept(at, false, feed -> feed.imageMapped(at, image));
        if (!fact.interval().isOpen()) {
          long to = fact.interval().to();
          facts.accept(to, true, feed -> feed.imageUnmapped(to, image.base(), image.start()));
          before = to;
        }
      }
    }
  }

  /**
   * Returns the image at an address at a time, of several the one that came last; with the interval
   * around that time in which this answer holds.
   */
  Optional<ImageFact> at(long address, long time) {
    List<ImageFact> there = new ArrayList<>();
    int looked = 0;
    for (List<ImageFact> facts : byStart.headMap(address, true).descendingMap().values()) {
      facts.stream().filter(fact -> fact.image().contains(address)).forEach(there::add);
      if (++looked == MOST_LOOKED_AT) {
        break;
      }
    }
    return there.stream()
        .filter(fact -> fact.interval().contains(time))
        .max(Comparator.comparingLong(fact -> fact.interval().from()))
        .map(found -> new ImageFact(found.image(), alone(found, there, time)));
  }

  /** Returns the interval around a time in which no image that came later was there. */
  private static Interval alone(ImageFact found, List<ImageFact> there, long time) {
    long from = found.interval().from();
    long to = found.interval().to();
    for (ImageFact other : there) {
      Interval its = other.interval();
      if (its.from() > found.interval().from()) {
        if (its.from() > time) {
          to = Math.min(to, its.from());
        } else {
          from = Math.max(from, its.to());
        }
      }
    }
    return new Interval(from, to);
  }
}
