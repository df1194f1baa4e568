// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.ReadingListener;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A trace, or a {@code .nettrace} file, that was read from its beginning to its end: the meaning of
 * its IDs, and their names.
 *
 * @param recorded the file and its facts
 * @param end the session at the end of the trace
 */
public record Trace(RecordedSession recorded, Moment end) {

  /**
   * Reads the present contents of a trace. Prints a note to {@code terminal} about lost or damaged
   * records, and uses the rest.
   */
  public static Trace read(Path file, Terminal terminal) throws IOException {
    return read(file, Symbols.none(), terminal);
  }

  /** The same; modules that are not at their paths are looked for. */
  static Trace read(Path file, Symbols symbols, Terminal terminal) throws IOException {
    return read(RecordedSession::read, file, symbols, terminal);
  }

  /** The same, for the names of stacks alone: {@link RecordedSession#readForStacks}. */
  static Trace readForStacks(Path file, Symbols symbols, Terminal terminal) throws IOException {
    return read(RecordedSession::readForStacks, file, symbols, terminal);
  }

  /** A way to read a trace. */
  @FunctionalInterface
  private interface Reading {
    RecordedSession read(Path file, Symbols symbols, ReadingListener progress) throws IOException;
  }

  private static Trace read(Reading reading, Path file, Symbols symbols, Terminal terminal)
      throws IOException {
    RecordedSession recorded;
    try (Progress progress =
        terminal.progress("reading " + file.getFileName(), Progress.Unit.BYTES, 0)) {
      recorded = reading.read(file, symbols, progress::at);
    }
    recorded
        .eventPipe()
        .ifPresentOrElse(
            its -> {
              its.remarks().forEach(remark -> terminal.note(file + ": " + remark));
              otherBuilds(recorded.session())
                  .forEach(name -> terminal.note(file + ": " + name + " at hand is another build"));
            },
            () -> warn(file, recorded.statistics(), terminal));
    return new Trace(recorded, recorded.session().now());
  }

  /** Returns its path. */
  public Path file() {
    return recorded.file();
  }

  /** Returns the facts of the trace. */
  public Session session() {
    return recorded.session();
  }

  /** Returns the statistics of the trace. */
  public TraceStatistics statistics() {
    return recorded.statistics();
  }

  /** Returns the map of its IDs. */
  public RuntimeIdMap map() {
    return session().map();
  }

  /** Reads it once more, for a feed that needs the facts again when all IDs are known. */
  public void replay(RuntimeFeed feed) throws IOException {
    recorded.replay(feed);
  }

  /**
   * Returns the modules of that name that are loaded at the end of the trace; if there is none,
   * those that were loaded before.
   */
  List<ModuleFact> modulesNamed(String name) {
    List<ModuleFact> loaded = end.ids().modulesNamed(name).toList();
    return loaded.isEmpty()
        ? map().history().modules().filter(each -> each.loaded().isNamed(name)).toList()
        : loaded;
  }

  /** Returns the name of an ID that is valid at the end of the trace. */
  String nameOf(RuntimeID id) {
    if (id instanceof ClassID type) {
      return end.nameOf(type);
    }
    return id instanceof FunctionID function ? end.nameOf(function) : "";
  }

  /** Returns the names of the modules that are at hand as another build than the one loaded. */
  private static List<String> otherBuilds(Session session) {
    return session
        .map()
        .history()
        .modules()
        .map(ModuleFact::loaded)
        .filter(loaded -> loaded.pdb().isPresent())
        .distinct()
        .filter(
            loaded ->
                session.image(loaded) instanceof ModuleImage.Unavailable missing
                    && missing.reason() == ModuleImage.Reason.OTHER_BUILD)
        .map(LoadedModule::fileName)
        .distinct()
        .toList();
  }

  private static void warn(Path file, TraceStatistics statistics, Terminal terminal) {
    if (statistics.ending().isEmpty()) {
      terminal.note(
          file + ": the trace was cut off, or is still being written; what is there is used");
    }
    if (statistics.damagedBytes() > 0) {
      terminal.note(
          file + ": " + statistics.damagedBytes() + " bytes are damaged and were skipped");
    }
    long lost = statistics.identityLost() + statistics.samplesLost();
    if (lost > 0) {
      terminal.note(file + ": " + lost + " records are missing");
    }
    if (statistics.unknownRecords() > 0) {
      terminal.note(
          file + ": " + statistics.unknownRecords() + " records of a newer kind were skipped");
    }
  }
}
