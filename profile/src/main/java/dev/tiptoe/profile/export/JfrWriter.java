// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * Writes a JFR file with an event {@code jdk.ExecutionSample} for each sample. A file is a sequence
 * of chunks, each with a description of its types and with the constants that its events refer to;
 * so no more than a chunk is in memory.
 *
 * <pre>
 *  header | metadata event | checkpoint event | samples
 * </pre>
 *
 * <p>A sample has no weight. Of more than {@value #MOST_EVENTS} samples, or values that are none,
 * each event stands for the same number of them, and a stack gets events by its share: exactly, if
 * all numbers have a common divisor that is large enough, such as the period of a profile of times.
 */
public final class JfrWriter {

  private static final int MAGIC = 0x464c5200;
  private static final short MAJOR = 2;
  private static final int HEADER = 68;
  private static final int COMPRESSED_INTEGERS = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The limit of events in a file. */
  static final long MOST_EVENTS = 1 << 24;

  /** The bytes of stacks and of samples from which on a chunk is ended. */
  static final int CHUNK = 1 << 22;

  private final Profile profile;
  private final Texts texts;
  private final OutputStream out;
  private final Weights weights;
  private final long perEvent;

  private final JfrConstants constants;
  private final JfrBuffer samples = new JfrBuffer();
  private final JfrBuffer event = new JfrBuffer();
  private long first;
  private long last;

  private JfrWriter(Profile profile, Texts texts, OutputStream out, long mostEvents) {
    this.profile = profile;
    this.texts = texts;
    this.out = out;
    this.weights = new Weights(profile);
    this.perEvent = perEvent(mostEvents);
    this.constants = new JfrConstants(profile, texts);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    write(profile, texts, out, MOST_EVENTS);
  }

  static void write(Profile profile, Texts texts, OutputStream out, long mostEvents)
      throws IOException {
    new JfrWriter(profile, texts, out, mostEvents).write();
  }

  private long perEvent(long mostEvents) {
    long total = 0;
    long divisor = 0;
    for (int cell = 0; cell < profile.timeline().size(); cell++) {
      total += weights.numberOfCell(cell);
      divisor = gcd(divisor, weights.numberOfCell(cell));
    }
    boolean areSamples = weights.haveNumbers() && total <= mostEvents;
    return areSamples ? 1 : Math.max(Math.max(1, divisor), 1 + (total - 1) / mostEvents);
  }

  private static long gcd(long one, long other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  private void write() throws IOException {
    Timeline timeline = profile.timeline();
    boolean isWritten = false;
    // Rounds to the nearest event.
    long sum = perEvent / 2;
    texts.share().expect(timeline.size());
    for (int cell = 0; cell < timeline.size(); cell++) {
      texts.share().add();
      long before = sum / perEvent;
      sum += weights.numberOfCell(cell);
      long events = sum / perEvent - before;
      long at = Math.max(0, timeline.time(cell) - profile.from());
      for (long i = 0; i < events; i++) {
        sample(at, timeline.row(cell));
        if (samples.size() + constants.stacksSize() > CHUNK) {
          chunk();
          isWritten = true;
        }
      }
    }
    if (samples.size() > 0 || !isWritten) {
      chunk();
    }
  }

  private void sample(long at, int row) {
    long stack = constants.stack(profile.stack(row));
    long thread = constants.thread(profile.thread(row));
    first = samples.size() == 0 ? at : Math.min(first, at);
    last = samples.size() == 0 ? at : Math.max(last, at);
    event.clear();
    event.number(JfrTypes.EXECUTION_SAMPLE).number(at).number(thread);
    event.number(stack).number(JfrConstants.RUNNABLE);
    samples.event(event);
  }

  // ---- chunks

  private void chunk() throws IOException {
    JfrBuffer metadata = new JfrBuffer().event(JfrTypes.metadata(first));
    JfrBuffer checkpoint = new JfrBuffer().event(constants.checkpoint(first));
    header(metadata.size(), checkpoint.size());
    metadata.writeTo(out);
    checkpoint.writeTo(out);
    samples.writeTo(out);
    samples.clear();
    constants.clear();
  }

  private void header(int metadata, int checkpoint) throws IOException {
    long began =
        profile.began().map(JfrWriter::nanos).orElse(0L)
            + (profile.rows() == 0 ? 0 : profile.from());
    out.write(
        ByteBuffer.allocate(HEADER)
            .putInt(MAGIC)
            .putShort(MAJOR)
            .putShort((short) 0)
            .putLong(HEADER + (long) metadata + checkpoint + samples.size())
            .putLong(HEADER + (long) metadata)
            .putLong(HEADER)
            .putLong(began + first)
            .putLong(last - first + 1)
            .putLong(first)
            .putLong(NANOS_PER_SECOND)
            .putInt(COMPRESSED_INTEGERS)
            .array());
  }

  private static long nanos(Instant began) {
    return began.getEpochSecond() * NANOS_PER_SECOND + began.getNano();
  }
}
