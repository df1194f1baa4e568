// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Puts the rows of a profile into the order of their texts. */
final class SortedRows {

  private SortedRows() {}

  /** Returns the rows by thread, and those of a thread in the order of their stacks. */
  static int[] of(Profile profile, Texts texts) {
    int[] threads = ranks(profile.threads().size(), texts::thread);
    Siblings order =
        Siblings.of(
            profile, ranks(profile.frames().size(), i -> texts.name(profile.frames().get(i))));
    return IntStream.range(0, profile.rows())
        .boxed()
        .sorted(
            Comparator.comparingLong(
                row -> {
                  long place = 1L + order.place(profile.stack(row));
                  return (long) threads[profile.thread(row)] << Integer.SIZE | place;
                }))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] ranks(int size, IntFunction<String> named) {
    int[] ranks = new int[size];
    List<Integer> sorted =
        IntStream.range(0, size).boxed().sorted(Comparator.comparing(named::apply)).toList();
    for (int i = 0; i < size; i++) {
      ranks[sorted.get(i)] = i;
    }
    return ranks;
  }
}
