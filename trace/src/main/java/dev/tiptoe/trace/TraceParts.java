// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.MergeAnswer.Reason;
import dev.tiptoe.trace.MergeAnswer.Refused;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Traces of one process, which may overlap: those of two recorders, or of one that began a new file
 * before it ended the old one. Reads each twice: once alone, to see whether it fits, and then into
 * the common session.
 */
final class TraceParts {

  /** A trace that was read alone. */
  private record Part(
      Path file,
      int pid,
      Instant began,
      Instant ended,
      Optional<RuntimeInfo> runtime,
      long conflicts) {

    static Part of(Path file) throws IOException {
      RuntimeIdMap map = Session.newMap();
      try (TraceReader reader = TraceReader.open(file)) {
        reader.poll(map);
        TraceHeader header = reader.header();
        return new Part(
            file,
            header.pid(),
            header.began(),
            header.began().plusNanos(Math.max(0, map.now().time())),
            map.runtime(),
            map.statistics().conflicts());
      }
    }
  }

  private final List<Part> parts = new ArrayList<>();

  private TraceParts() {}

  /** Merges traces. */
  static MergeAnswer merge(List<Path> files, Symbols symbols) throws IOException {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("no trace");
    }
    TraceParts all = new TraceParts();
    for (Path file : files) {
      if (EventPipeReader.isEventPipe(file)) {
        return new Refused(Reason.PROCESS_UNKNOWN, file + " does not say which process it is of");
      }
      all.parts.add(Part.of(file));
    }
    all.parts.sort(Comparator.comparing(Part::began));
    Optional<Refused> refusal = all.refusal();
    return refusal.isPresent() ? refusal.get() : all.read(symbols);
  }

  private Optional<Refused> refusal() {
    Part first = parts.get(0);
    Instant end = first.ended();
    for (Part part : parts.subList(1, parts.size())) {
      if (part.pid() != first.pid() || part.pid() == 0) {
        return Optional.of(otherProcess(first, part, "process " + part.pid()));
      }
      if (part.runtime().isPresent() && first.runtime().isPresent() && differ(first, part)) {
        return Optional.of(otherProcess(first, part, "another runtime"));
      }
      if (part.began().isAfter(end)) {
        String missing = Interval.timeInWords(Duration.between(end, part.began()).toNanos());
        return Optional.of(
            new Refused(
                Reason.GAP,
                "nothing was recorded for " + missing + " before " + part.file() + " begins"));
      }
      end = part.ended().isAfter(end) ? part.ended() : end;
    }
    return Optional.empty();
  }

  private static boolean differ(Part one, Part other) {
    return !one.runtime()
        .map(RuntimeInfo::version)
        .equals(other.runtime().map(RuntimeInfo::version));
  }

  private static Refused otherProcess(Part first, Part part, String which) {
    return new Refused(
        Reason.OTHER_PROCESS,
        part.file() + " is of " + which + ", and " + first.file() + " of process " + first.pid());
  }

  private MergeAnswer read(Symbols symbols) throws IOException {
    Session session = new Session(symbols);
    Instant began = parts.get(0).began();
    long conflicts = 0;
    Instant last = parts.stream().map(Part::ended).max(Comparator.naturalOrder()).orElseThrow();
    for (Part part : parts) {
      conflicts += part.conflicts();
      long by = Duration.between(began, part.began()).toNanos();
      boolean isLast = part.ended().equals(last);
      try (TraceReader reader = TraceReader.open(part.file())) {
        reader.poll(new ShiftedFeed(by, isLast, session.feed()));
      }
    }
    long more = session.map().statistics().conflicts() - conflicts;
    return more > 0
        ? new Refused(
            Reason.CONTRADICTION,
            more
                + " facts contradict those of another trace; the first: "
                + session.map().conflicts().get(0))
        : new MergeAnswer.Merged(session);
  }
}
