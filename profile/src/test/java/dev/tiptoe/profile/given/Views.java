// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.testdata.importer.Shown;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a viewer is to show of a profile. */
public final class Views {

  private Views() {}

  /** Returns the weights of the functions of each thread, with names as UTF-8 has them. */
  public static Shown expected(Profile profile, boolean timed) {
    Shown shown = new Shown();
    List<String> threads = profile.threadNames();
    for (int row = 0; row < profile.rows(); row++) {
      shown.addStack(
          encoded(threads.get(profile.thread(row))),
          profile.framesOf(row).stream().map(Frame::shown).map(Views::encoded).toList(),
          (double) (timed ? profile.nanos(row) : profile.count(row)));
    }
    if (profile.rows() == 0) {
      shown.addThread("no samples");
    }
    return shown;
  }

  /** Returns a text after it was UTF-8, which has no halves of surrogate pairs. */
  public static String encoded(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
