// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.ReadingListener;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Makes the profile of a trace of the agent, or of a {@code .nettrace} file. */
public final class RecordedProfile {

  /** The name of frames in code of which nothing is known. */
  private static final String UNKNOWN_CODE = "<unknown code>";

  private RecordedProfile() {}

  /**
   * Reads the stacks of a file whose other facts a session has already.
   *
   * @param recorded the file as it was read: {@link RecordedSession#readForStacks} suffices
   * @param details what to find of each frame
   * @param progress takes in how far the file has been read
   * @throws IOException when the file cannot be read again
   */
  public static Profile read(
      RecordedSession recorded, Set<FrameDetail> details, ReadingListener progress)
      throws IOException {
    ProfileFeed feed =
        new ProfileFeed(
            recorded.session(),
            details,
            (thread, address) -> nameOutside(recorded, thread, address));
    recorded.replay(feed, progress);
    return feed.profile()
        .name(String.valueOf(recorded.file().getFileName()))
        .began(Optional.of(began(recorded)))
        .build();
  }

  /** Returns the name of a frame that is in no known method. */
  private static String nameOutside(RecordedSession recorded, ThreadID thread, long address) {
    return address == 0
        ? Frame.NATIVE.method()
        : recorded
            .eventPipe()
            .map(its -> its.nameAt(thread, address).orElse(UNKNOWN_CODE))
            .orElse(Frame.NATIVE.method());
  }

  private static Instant began(RecordedSession recorded) throws IOException {
    if (recorded.eventPipe().isPresent()) {
      return recorded.eventPipe().get().header().began();
    }
    try (TraceReader reader = TraceReader.open(recorded.file())) {
      return reader.header().began();
    }
  }
}
