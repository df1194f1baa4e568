// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
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
   * Returns the clock of a kind of values: that of {@code cpu} or {@code wall}; without a kind, and
   * for {@code samples}, processor time if the file has such samples, else wall-clock time.
   *
   * @throws IOException when samples have no such values
   */
  public static Clock clock(RecordedSession recorded, Optional<String> sampleType)
      throws IOException {
    return switch (sampleType.orElse("samples")) {
      case "samples" ->
          recorded.statistics().stacks(Clock.PROCESSOR) > 0 ? Clock.PROCESSOR : Clock.WALL;
      case "cpu" -> Clock.PROCESSOR;
      case "wall" -> Clock.WALL;
      default ->
          throw new IOException(recorded.file() + ": a trace has no values but cpu and wall");
    };
  }

  /**
   * Reads the stacks of a file as {@link #read(RecordedSession, Clock, Set, NativeSymbols,
   * ReadingListener)} does: the samples of the clock that {@link #clock} prefers, and the symbols
   * of libraries that are at their paths or where distributions install them.
   */
  public static Profile read(
      RecordedSession recorded, Set<FrameDetail> details, ReadingListener progress)
      throws IOException {
    Clock clock = clock(recorded, Optional.empty());
    return read(recorded, clock, details, NativeSymbols.usual(), progress);
  }

  /**
   * Reads the stacks of a file whose other facts a session has already.
   *
   * @param recorded the file as it was read: {@link RecordedSession#readForStacks} suffices
   * @param clock whose samples the profile has
   * @param details what to find of each frame
   * @param symbols finds the symbols of the libraries that the process had
   * @param progress takes in how far the file has been read
   * @throws IOException when the file cannot be read again
   */
  public static Profile read(
      RecordedSession recorded,
      Clock clock,
      Set<FrameDetail> details,
      NativeSymbols symbols,
      ReadingListener progress)
      throws IOException {
    ProfileFeed feed =
        new ProfileFeed(
            recorded.session(),
            clock,
            details,
            (thread, address) -> nameOutside(recorded, thread, address),
            symbols);
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
