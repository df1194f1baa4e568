// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.Unresolved;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Counts locations for {@link SymbolizeStatistics}. Not thread-safe. */
final class Counts {

  private static final int MOST_MISSING = 1000;

  private final FrameTable frames;
  private final Map<Unresolved, Long> reasons = new EnumMap<>(Unresolved.class);
  private final LongIntMap missing = new LongIntMap();
  private long dotnet;
  private long resolved;
  private long withLine;
  private long firstLines;

  /** Creates counts of frames of a table. */
  Counts(FrameTable frames) {
    this.frames = frames;
  }

  /** Counts a location of .NET: what {@link FrameTable#resolve} has returned for it. */
  void dotnet(int module, int frame) {
    if (frame < 0) {
      Unresolved reason = FrameTable.reason(frame);
      unresolved(reason);
      if (reason == Unresolved.NO_MODULE) {
        int before = missing.get(module);
        if (before != 0 || missing.size() < MOST_MISSING) {
          missing.put(module, before + 1);
        }
      }
      return;
    }
    dotnet++;
    resolved++;
    if (frames.line(frame) > 0) {
      withLine++;
      firstLines += frames.isFirstLine(frame) ? 1 : 0;
    }
  }

  /** Counts a location of .NET that is left as it is. */
  void unresolved(Unresolved reason) {
    dotnet++;
    reasons.merge(reason, 1L, Long::sum);
  }

  /** Returns whether nothing was resolved. */
  boolean isNothingResolved() {
    return resolved == 0;
  }

  /** Returns the statistics. */
  SymbolizeStatistics of(long locations) {
    Map<String, Long> absent = new TreeMap<>();
    for (int module = 0; module < frames.modules().count(); module++) {
      int count = missing.get(module);
      if (count != 0) {
        absent.merge(frames.modules().text(module), (long) count, Long::sum);
      }
    }
    return new SymbolizeStatistics(
        locations, dotnet, resolved, withLine, firstLines, reasons, absent, OptionalLong.empty());
  }
}
