// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.trace.TraceBooks;
import dev.tiptoe.bridge.trace.TraceReader;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;
import dev.tiptoe.resolver.symbol.Symbolizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A trace that was read from its beginning to its end: what its IDs mean, and what they are called.
 *
 * @param file where it is
 * @param map what its IDs mean
 * @param images the metadata of its modules
 * @param symbolizer what its IDs are called
 * @param books what was found in it
 */
record Trace(
    Path file, RuntimeIdMap map, ModuleImages images, Symbolizer symbolizer, TraceBooks books) {

  /**
   * Reads what a trace holds now. What was lost or damaged is told to {@code terminal}; the rest
   * counts.
   */
  static Trace read(Path file, Terminal terminal) throws IOException {
    RuntimeIdMap map = new RuntimeIdMap();
    ModuleImages images = new ModuleImages();
    TraceBooks books = read(file, map);
    warn(file, books, terminal);
    return new Trace(file, map, images, new Symbolizer(map, images), books);
  }

  /** Reads it once more, for whoever wants to hear the facts again when all IDs are known. */
  void replay(RuntimeFeed feed) throws IOException {
    TraceBooks ignored = read(file, feed);
  }

  /**
   * The modules of that name that are loaded at the end of the trace; without one, those that were.
   */
  List<ModuleFact> modulesNamed(String name) {
    List<ModuleFact> loaded = map.now().modulesNamed(name).toList();
    return loaded.isEmpty()
        ? map.history().modules().filter(each -> each.loaded().isNamed(name)).toList()
        : loaded;
  }

  /** How far each type is loaded at the end of the trace. */
  Loadedness loadedness() {
    LoadedTypes types = LoadedTypes.of(images.loadedIn(map.now()));
    return Loadedness.of(map.now(), MetadataTypeFacts.of(types));
  }

  /** What an ID that is valid at the end of the trace is called. */
  String nameOf(RuntimeID id) {
    long end = map.now().time();
    if (id instanceof ClassID type) {
      return symbolizer.nameOf(type, end);
    }
    return id instanceof FunctionID function ? symbolizer.nameOf(function, end) : "";
  }

  private static TraceBooks read(Path file, RuntimeFeed feed) throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(feed);
      return reader.books();
    }
  }

  private static void warn(Path file, TraceBooks books, Terminal terminal) {
    if (books.ending().isEmpty()) {
      terminal.note(
          file + ": the trace was cut off, or is still being written; what is there is used");
    }
    if (books.damagedBytes() > 0) {
      terminal.note(file + ": " + books.damagedBytes() + " bytes are damaged and were passed over");
    }
    long lost = books.identityLost() + books.samplesLost();
    if (lost > 0) {
      terminal.note(file + ": " + lost + " records are missing");
    }
    if (books.unknownRecords() > 0) {
      terminal.note(
          file + ": " + books.unknownRecords() + " records of a newer kind were passed over");
    }
  }
}
