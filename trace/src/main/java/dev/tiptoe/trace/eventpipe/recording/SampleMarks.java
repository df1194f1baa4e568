// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.format.EventBytes;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import java.util.Optional;

/**
 * Whether the samples of a file say truly that their thread was in native code. Mutable, not
 * thread-safe.
 *
 * <p>Each sample is marked as one of managed or of native code. .NET 9, and .NET 10 before its
 * servicing release 10.0.4, mark nearly all as of native code, whatever ran
 * (https://github.com/dotnet/runtime/issues/123996); on Windows so did all before .NET 7
 * (https://github.com/dotnet/runtime/issues/45179). The runtime states its version in its first
 * events, and in its last.
 */
final class SampleMarks {

  private static final String SAMPLER = "Microsoft-DotNETCore-SampleProfiler";

  /** The kind of sample of a thread that is in native code, below the managed frames. */
  private static final int EXTERNAL = 1;

  private static final int MANAGED = 2;

  /**
   * RuntimeInformationStart, and RuntimeInformationDCStart: instance, SKU, version of four parts.
   */
  private static final int RUNTIME_INFORMATION = 187;

  private static final int PARTS = 3;

  /** Before .NET 7, and from .NET 10.0.4 on, the samples themselves decide. */
  private static final int FIRST_TRUE = 7;

  private static final int FIRST_WRONG = 9;
  private static final int LAST_WRONG = 10;
  private static final int FIRST_MENDED = 4;

  private long managed;
  private long external;

  /** The version of the runtime; empty before it is known. */
  private int[] version = {};

  /** Takes in an event of any kind. */
  void take(EventPipeEvent event) {
    String provider = event.type().provider();
    if (provider.equals(SAMPLER)) {
      int mark = mark(event);
      managed += mark == MANAGED ? 1 : 0;
      external += mark == EXTERNAL ? 1 : 0;
    } else if (event.type().number() == RUNTIME_INFORMATION
        && RuntimeEvent.PROVIDERS.contains(provider)) {
      takeVersion(event.payload());
    }
  }

  private void takeVersion(EventBytes payload) {
    if (payload.remaining() >= (2 + PARTS) * Short.BYTES) {
      payload.u16();
      payload.u16();
      version = new int[] {payload.u16(), payload.u16(), payload.u16()};
    }
  }

  private static int mark(EventPipeEvent sample) {
    EventBytes payload = sample.payload();
    return payload.remaining() >= Integer.BYTES ? payload.i32() : 0;
  }

  /** Returns whether an event is a sample that the runtime took. */
  static boolean isSample(EventPipeEvent event) {
    return event.type().provider().equals(SAMPLER);
  }

  /** Returns whether a sample of the runtime is one of native code, as far as that is known. */
  boolean isNative(EventPipeEvent sample) {
    return mark(sample) == EXTERNAL && areTrue();
  }

  private boolean areTrue() {
    boolean isTrue = version.length > 0 && version[0] >= FIRST_TRUE && version[0] < FIRST_WRONG;
    return isTrue || (managed > 0 && !isWrong());
  }

  private boolean isWrong() {
    return version.length > 0
        && (version[0] == FIRST_WRONG
            || (version[0] == LAST_WRONG && version[1] == 0 && version[2] < FIRST_MENDED));
  }

  /** Returns what was left out for it, as a sentence. */
  Optional<String> remark() {
    if (external == 0 || areTrue()) {
      return Optional.empty();
    }
    String why =
        isWrong()
            ? ".NET "
                + version[0]
                + "."
                + version[1]
                + "."
                + version[2]
                + " marks samples of managed code as those of native code"
            : "none of the "
                + external
                + " samples is marked as one of managed code, which .NET 9 does to any";
    return Optional.of(why + ": which were of native code is not known, and no stack says so");
  }
}
