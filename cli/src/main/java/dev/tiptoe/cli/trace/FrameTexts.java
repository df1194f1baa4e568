// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The frames of a profile as text: the method's name, and in brackets the known details of the
 * position in the method.
 */
final class FrameTexts {

  private final List<String> texts;
  private final boolean anySource;

  /**
   * Creates the texts of a profile's frames.
   *
   * @param names returns the name of a frame's method
   */
  FrameTexts(Profile profile, Function<Frame, String> names) {
    texts = profile.frames().stream().map(frame -> names.apply(frame) + where(frame)).toList();
    anySource = profile.frames().stream().anyMatch(frame -> frame.source().line() > 0);
  }

  /** Returns whether the source of any frame was found. */
  boolean anySource() {
    return anySource;
  }

  /** Returns the texts of a row's stack, root first. */
  List<String> ofRow(Profile profile, int row) {
    String[] path = new String[profile.stacks().depth(profile.stack(row))];
    int[] frames = profile.stacks().frames(profile.stack(row));
    for (int i = 0; i < path.length; i++) {
      path[i] = texts.get(frames[i]);
    }
    return List.of(path);
  }

  private static String where(Frame frame) {
    StringJoiner where = new StringJoiner(" ", " [", "]").setEmptyValue("");
    if (frame.ilOffset() >= 0) {
      where.add(String.format(Locale.ROOT, "IL_%04x", frame.ilOffset()));
    } else if (frame.ilOffset() == Frame.PROLOG) {
      where.add("prolog");
    } else if (frame.ilOffset() == Frame.EPILOG) {
      where.add("epilog");
    }
    if (frame.source().line() > 0) {
      String later = frame.source().orLater() ? " or later" : "";
      where.add(frame.source().file() + ":" + frame.source().line() + later);
    }
    return where.toString();
  }
}
