// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.trace.eventpipe.event.UniversalEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names that a recorder of whole processes gives to their addresses, and the names of the
 * processes. Mutable, not thread-safe. Keeps the first names up to a limit and counts the others.
 */
final class AddressNames {

  private static final int MOST_RANGES = 1 << 20;
  private static final long MOST_CHARACTERS = 64L << 20;

  /** About the memory of a named range, without the name. */
  private static final int RANGE = 200;

  private static final int MOST_PROCESSES_OF_A_MAPPING = 1 << 10;

  /** Code that was compiled while the program ran lies in such a mapping. */
  private static final String JITTED = "/memfd:doublemapper";

  /** A named range; {@code end} is the first address behind it. */
  private record Range(long end, String name) {}

  private final Map<Long, NavigableMap<Long, Range>> symbols = new HashMap<>();
  private final Map<Long, NavigableMap<Long, Range>> files = new HashMap<>();
  private final Map<Long, Set<Long>> processesOf = new HashMap<>();
  private final Map<Long, String> processes = new HashMap<>();
  private final Room room;
  private int ranges;
  private long characters;
  private long dropped;

  AddressNames(Room room) {
    this.room = room;
  }

  /** Takes in an event. */
  void take(EventPipeEvent event) {
    UniversalEvent.of(event).ifPresent(its -> take(event.thread().processId(), its));
  }

  private void take(long process, UniversalEvent event) {
    if (event instanceof UniversalEvent.ProcessStart its && hasRoom(its.name())) {
      processes.put(process, its.name());
    } else if (event instanceof UniversalEvent.Mapping mapping) {
      Set<Long> of = processesOf.computeIfAbsent(mapping.id(), any -> new LinkedHashSet<>());
      if (of.size() < MOST_PROCESSES_OF_A_MAPPING) {
        of.add(process);
      }
      String path = mapping.fileName();
      if (!path.startsWith(JITTED) && !path.isEmpty()) {
        String name = "[" + path.substring(path.lastIndexOf('/') + 1) + "]";
        add(files, process, mapping.start(), new Range(mapping.end(), name));
      }
    } else if (event instanceof UniversalEvent.Symbol symbol) {
      Range range = new Range(symbol.end(), symbol.name());
      add(symbols, process, symbol.start(), range);
      for (long other : processesOf.getOrDefault(symbol.mappingId(), Set.of())) {
        if (other != process) {
          add(symbols, other, symbol.start(), range);
        }
      }
    }
  }

  private void add(Map<Long, NavigableMap<Long, Range>> to, long process, long start, Range range) {
    if (hasRoom(range.name)) {
      to.computeIfAbsent(process, any -> new TreeMap<>(Long::compareUnsigned)).put(start, range);
    }
  }

  private boolean hasRoom(String name) {
    if (ranges == MOST_RANGES || characters + name.length() > MOST_CHARACTERS) {
      dropped++;
      return false;
    }
    if (!room.take(RANGE + 2L * name.length())) {
      return false;
    }
    ranges++;
    characters += name.length();
    return true;
  }

  /** Returns how many names there was no room for. */
  long dropped() {
    return dropped;
  }

  /** Returns the name of a process; empty where there is none. */
  String process(long id) {
    return processes.getOrDefault(id, "");
  }

  /** Returns the name for an address of a process: a symbol's, else a file's in brackets. */
  Optional<String> of(long process, long address) {
    Optional<String> symbol = of(symbols.get(process), address);
    return symbol.isPresent() ? symbol : of(files.get(process), address);
  }

  private static Optional<String> of(@Nullable NavigableMap<Long, Range> ranges, long address) {
    Map.Entry<Long, Range> range = ranges == null ? null : ranges.floorEntry(address);
    return range != null && Long.compareUnsigned(address, range.getValue().end) < 0
        ? Optional.of(range.getValue().name)
        : Optional.empty();
  }
}
