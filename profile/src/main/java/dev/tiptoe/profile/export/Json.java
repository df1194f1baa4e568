// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Profile;
import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.stream.IntStream;

/** What the formats that are JSON have in common. */
final class Json {

  private Json() {}

  static JsonWriter writer(OutputStream out) {
    return new JsonWriter(
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
  }

  /** Returns whether the samples of a profile represent times. */
  static boolean isTimed(Profile profile) {
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.nanos(row) <= 0) {
        return false;
      }
    }
    return profile.rows() > 0;
  }

  /** Returns the threads that have samples, those with the most first. */
  static int[] busiestFirst(Profile profile) {
    long[] counts = new long[profile.threads().size()];
    for (int row = 0; row < profile.rows(); row++) {
      counts[profile.thread(row)] += profile.count(row);
    }
    return IntStream.range(0, counts.length)
        .filter(thread -> counts[thread] > 0)
        .boxed()
        .sorted(Comparator.comparingLong(thread -> -counts[thread]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
