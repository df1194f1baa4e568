// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Writes collapsed stacks: for each row the thread and the frames, root first and separated by
 * semicolons, a space, and the number of samples. The lines are in the order of their texts, frame
 * by frame.
 */
final class CollapsedWriter {

  /** What would end a frame or a line; the space before the count is the last of the line. */
  private static final Pattern SEPARATORS = Pattern.compile("[;\\p{Cntrl}\\u2028\\u2029]");

  private CollapsedWriter() {}

  static void write(Profile profile, Texts texts, OutputStream target) throws IOException {
    List<byte[]> frames = profile.frames().stream().map(frame -> bytes(texts.name(frame))).toList();
    List<byte[]> threads =
        IntStream.range(0, profile.threads().size())
            .mapToObj(thread -> bytes(texts.thread(thread)))
            .toList();
    OutputStream out = new BufferedOutputStream(target, 1 << 16);
    Weights weights = new Weights(profile);
    for (int row : sorted(profile, texts)) {
      out.write(threads.get(profile.thread(row)));
      for (int frame : profile.stacks().frames(profile.stack(row))) {
        out.write(';');
        out.write(frames.get(frame));
      }
      out.write((" " + weights.numberOfRow(row) + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    out.flush();
  }

  private static byte[] bytes(String text) {
    return SEPARATORS.matcher(text).replaceAll(",").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the rows by thread, and those of a thread in the order of their stacks. */
  private static int[] sorted(Profile profile, Texts texts) {
    int[] threads = ranks(profile.threads().size(), texts::thread);
    int[] places =
        Siblings.order(
            profile.stacks(),
            ranks(profile.frames().size(), i -> texts.name(profile.frames().get(i))));
    return IntStream.range(0, profile.rows())
        .boxed()
        .sorted(
            Comparator.comparingLong(
                row -> {
                  int stack = profile.stack(row);
                  long place = stack == StackTree.NONE ? 0 : 1L + places[stack];
                  return (long) threads[profile.thread(row)] << Integer.SIZE | place;
                }))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private interface Named {
    String name(int number);
  }

  private static int[] ranks(int size, Named named) {
    int[] ranks = new int[size];
    List<Integer> sorted =
        IntStream.range(0, size).boxed().sorted(Comparator.comparing(named::name)).toList();
    for (int i = 0; i < size; i++) {
      ranks[sorted.get(i)] = i;
    }
    return ranks;
  }
}
