// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ProfileViews;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.DoubleConsumer;

/**
 * Writes profiles in a format, with what all formats have in common. Immutable.
 *
 * @param format writes a profile that has a thread, and whose types have distinct names
 */
public record ProfileWriter(Format format) {

  /** Writes a profile. */
  @FunctionalInterface
  public interface Format {
    /** Writes a profile with some texts; the stream need not be flushed. */
    void write(Profile profile, Texts texts, OutputStream out) throws IOException;
  }

  /**
   * Writes a profile, and flushes the stream.
   *
   * @param paths whether the paths of files are written
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public void write(Profile profile, boolean paths, OutputStream out, DoubleConsumer share)
      throws IOException {
    Profile written =
        profile.threads().isEmpty()
            ? withThread(profile)
            : ProfileViews.typesDisambiguated(profile);
    format.write(written, new Texts(written, paths, share), out);
    out.flush();
  }

  /** Viewers refuse a profile without a thread. */
  private static Profile withThread(Profile empty) {
    Profile.Builder builder = new Profile.Builder().like(empty);
    builder.thread(new ProfileThread(0, 0, "no samples"));
    return builder.build();
  }
}
