// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Writes collapsed stacks: for each row the thread and the frames, root first and separated by
 * semicolons, a space, and the number of samples. The lines are in the order of their texts, frame
 * by frame.
 */
public final class CollapsedWriter {

  /** What would end a frame or a line; the space before the count is the last of the line. */
  private static final Pattern SEPARATORS = Pattern.compile("[;\\p{Cntrl}\\u2028\\u2029]");

  private CollapsedWriter() {}

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream target) throws IOException {
    List<byte[]> frames = profile.frames().stream().map(frame -> bytes(texts.name(frame))).toList();
    List<byte[]> threads =
        IntStream.range(0, profile.threads().size())
            .mapToObj(thread -> bytes(texts.thread(thread)))
            .toList();
    OutputStream out = new BufferedOutputStream(target, 1 << 16);
    Weights weights = new Weights(profile);
    texts.share().expect(profile.rows());
    for (int row : SortedRows.of(profile, texts)) {
      texts.share().add();
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
}
