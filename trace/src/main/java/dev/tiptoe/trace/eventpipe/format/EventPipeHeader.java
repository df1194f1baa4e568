// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The header of a {@code .nettrace} file: the fields of its Trace object.
 *
 * @param version the version of the format: 4, 5 or 6
 * @param began when the recording began, by the program's wall clock
 * @param beganTicks the same moment by the clock of the events' times
 * @param ticksPerSecond the frequency of that clock, at least 1
 * @param pointerSize in bytes: 4 or 8
 * @param processId the ID of the program, in its own namespace; 0 where the file has none
 * @param processors the machine's number of processors; 0 where the file has none
 * @param samplingNanos the period of the runtime's own sampler; 0 where the file has none
 * @param properties what else the writer says about the recording, since version 6
 */
public record EventPipeHeader(
    int version,
    Instant began,
    long beganTicks,
    long ticksPerSecond,
    int pointerSize,
    int processId,
    int processors,
    int samplingNanos,
    Map<String, String> properties) {

  /** Copies the map. */
  public EventPipeHeader {
    properties = Map.copyOf(properties);
  }

  static final int LENGTH = 48;

  /** The limit of properties; further ones are ignored. */
  private static final int MOST_PROPERTIES = 1024;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  static EventPipeHeader read(int version, EventBytes fields) {
    Instant began = began(fields);
    long beganTicks = fields.i64();
    long ticksPerSecond = ticksPerSecond(fields);
    int pointerSize = pointerSize(fields);
    return new EventPipeHeader(
        version,
        began,
        beganTicks,
        ticksPerSecond,
        pointerSize,
        fields.i32(),
        fields.i32(),
        fields.i32(),
        Map.of());
  }

  /** Reads the Trace block of version 6, in which the last three fields are texts with keys. */
  static EventPipeHeader readKeyed(int version, EventBytes fields) {
    Instant began = began(fields);
    long beganTicks = fields.i64();
    long ticksPerSecond = ticksPerSecond(fields);
    int pointerSize = pointerSize(fields);
    int count = fields.count(2);
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < count && i < MOST_PROPERTIES; i++) {
      properties.put(fields.text(), fields.text());
    }
    return new EventPipeHeader(
        version,
        began,
        beganTicks,
        ticksPerSecond,
        pointerSize,
        number(properties.remove("ProcessId")),
        number(properties.remove("HardwareThreadCount")),
        number(properties.remove("ExpectedCPUSamplingRate")),
        properties);
  }

  private static int number(@Nullable String text) {
    try {
      return text == null ? 0 : Integer.parseInt(text);
    } catch (NumberFormatException notANumber) {
      return 0;
    }
  }

  private static long ticksPerSecond(EventBytes fields) {
    long ticksPerSecond = fields.i64();
    if (ticksPerSecond <= 0) {
      throw fields.damaged("a clock of " + ticksPerSecond + " ticks a second");
    }
    return ticksPerSecond;
  }

  private static int pointerSize(EventBytes fields) {
    int pointerSize = fields.i32();
    if (pointerSize != Integer.BYTES && pointerSize != Long.BYTES) {
      throw fields.damaged("pointers of " + pointerSize + " bytes");
    }
    return pointerSize;
  }

  /** Reads the Windows SYSTEMTIME at which the recording began: eight u16, UTC. */
  private static Instant began(EventBytes fields) {
    int year = fields.u16();
    int month = fields.u16();
    fields.u16(); // The day of the week.
    int day = fields.u16();
    int hour = fields.u16();
    int minute = fields.u16();
    int second = fields.u16();
    long millis = fields.u16();
    try {
      return LocalDateTime.of(year, month, day, hour, minute, second)
          .toInstant(ZoneOffset.UTC)
          .plusMillis(millis);
    } catch (DateTimeException e) {
      throw fields.damaged("no time of any day: " + e.getMessage());
    }
  }

  /**
   * Returns the wall clock's time at an event's {@linkplain EventPipeEvent#ticks ticks}; the
   * farthest possible time for an event that lies centuries away.
   */
  public Instant instant(long ticks) {
    try {
      long since = Math.subtractExact(ticks, beganTicks);
      return began
          .plusSeconds(Math.floorDiv(since, ticksPerSecond))
          .plusNanos(nanos(Math.floorMod(since, ticksPerSecond)));
    } catch (ArithmeticException | DateTimeException e) {
      return ticks < beganTicks ? Instant.MIN : Instant.MAX;
    }
  }

  /**
   * Returns the nanoseconds from the beginning of the recording to an event's ticks: a negative
   * number for an event that lies before it, the farthest number for one that lies centuries away.
   */
  public long nanosSinceBegin(long ticks) {
    long since = ticks - beganTicks;
    if (((ticks ^ beganTicks) & (ticks ^ since)) < 0) {
      return ticks < beganTicks ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return ticksPerSecond == NANOS_PER_SECOND
        ? since
        : (long) ((double) since / ticksPerSecond * NANOS_PER_SECOND);
  }

  /** Converts a part of a second. */
  private long nanos(long ticks) {
    return ticksPerSecond <= Long.MAX_VALUE / NANOS_PER_SECOND
        ? ticks * NANOS_PER_SECOND / ticksPerSecond
        : ticks / (ticksPerSecond / NANOS_PER_SECOND);
  }
}
