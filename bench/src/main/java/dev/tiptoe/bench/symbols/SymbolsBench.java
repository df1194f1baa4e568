// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.bench.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One side of {@code prove bench symbols}, a program. {@code SymbolsBench SIDE MODULE FRAMES
 * FOLDER} does the works named by the lines of standard input and answers each with a line.
 */
public final class SymbolsBench {

  private SymbolsBench() {}

  /** Answers the lines of standard input. */
  public static void main(String[] arguments) throws IOException {
    Frames frames = new Frames(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    Stage.Works works = works(arguments[0], frames, Path.of(arguments[3]));
    Map<String, Consumer<Checksum>> prepared = new HashMap<>();
    Stage.answer(line -> Stage.timed(line, word -> prepared.computeIfAbsent(word, works::prepare)));
  }

  private static Stage.Works works(String side, Frames frames, Path folder) throws IOException {
    return switch (side) {
      case "tiptoe" -> {
        IndexSide indexes = new IndexSide(frames, folder);
        yield word ->
            switch (word) {
              case "sql-lines", "sql-names", "sql-frames" ->
                  SqlSides.functions(frames, folder, word);
              case "otlp" -> StreamSides.otlp(frames);
              case "text" -> StreamSides.frames(frames);
              case "log" -> StreamSides.log();
              default -> indexes.work(word);
            };
      }
      case "builders" -> word -> StreamSides.otlpByBuilders(frames);
      case "hashmap" -> word -> PeerSides.hashMap(frames, word);
      case "table" -> word -> SqlSides.table(frames, word);
      case "ppdb" -> word -> PeerSides.portablePdbCache(frames);
      default -> throw new IllegalArgumentException("there is no side called " + side);
    };
  }
}
