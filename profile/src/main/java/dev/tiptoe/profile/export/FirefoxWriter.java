// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Writes a processed profile of the Firefox Profiler, in version {@value #VERSION} of the format,
 * which later versions of the viewer upgrade. The tables are shared by the threads; the samples are
 * the cells of the timeline. Each kind of frames is a category, each module a resource.
 */
final class FirefoxWriter {

  private static final int VERSION = 60;
  private static final int GECKO_VERSION = 30;
  private static final int NANOS_DIGITS = 6;

  /** The categories behind the default one. */
  private static final List<FrameKind> KINDS = List.of(FrameKind.values());

  private final Profile profile;
  private final Texts texts;
  private final JsonWriter json;
  private final CellsByThread cells;
  private final Weights weights;
  private final Numbered<String> strings = new Numbered<>();
  private final Numbered<Function> functions = new Numbered<>();
  private final Numbered<FrameModule> modules = new Numbered<>();
  private final Numbered<String> sources = new Numbered<>();

  private FirefoxWriter(Profile profile, Texts texts, JsonWriter json) {
    this.profile = profile;
    this.texts = texts;
    this.json = json;
    this.cells = new CellsByThread(profile);
    this.weights = new Weights(profile);
  }

  static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    JsonWriter json = Json.writer(out);
    new FirefoxWriter(profile, texts, json).write();
    json.flush();
  }

  private void write() throws IOException {
    json.beginObject();
    meta();
    // Most of the cells of all columns; those of functions and modules are few.
    texts
        .share()
        .expect(
            2L * profile.stacks().size()
                + 9L * profile.frames().size()
                + 3L * profile.timeline().size());
    empty("libs");
    shared();
    json.name("threads").beginArray();
    boolean first = true;
    for (int thread : weights.heaviestFirst()) {
      thread(thread, first);
      first = false;
    }
    json.endArray();
    empty("pages");
    empty("counters");
    empty("profilerOverhead");
    json.endObject();
  }

  private void empty(String name) throws IOException {
    json.name(name).beginArray().endArray();
  }

  private void meta() throws IOException {
    json.name("meta").beginObject();
    json.name("interval").value(1);
    json.name("startTime").value(profile.began().map(it -> it.toEpochMilli()).orElse(0L));
    json.name("processType").value(0);
    json.name("product").value(product());
    json.name("importedFrom").value("Tiptoe");
    json.name("stackwalk").value(1);
    json.name("version").value(GECKO_VERSION);
    json.name("preprocessedProfileVersion").value(VERSION);
    empty("markerSchema");
    json.name("categories").beginArray();
    category("Other", "grey");
    for (FrameKind kind : KINDS) {
      category(kind.word(), colour(kind));
    }
    json.endArray();
    json.name("symbolicated").value(true);
    json.name("sourceCodeIsNotOnSearchfox").value(true);
    json.name("usesOnlyOneStackType").value(true);
    json.endObject();
  }

  private String product() {
    return texts.profile().isEmpty() ? "Tiptoe" : texts.profile();
  }

  private static String colour(FrameKind kind) {
    return switch (kind) {
      case USER -> "yellow";
      case FRAMEWORK -> "blue";
      case ASYNC -> "lightblue";
      case NATIVE -> "green";
      case GC -> "orange";
    };
  }

  private void category(String name, String colour) throws IOException {
    json.beginObject().name("name").value(name).name("color").value(colour);
    json.name("subcategories").beginArray().value("Other").endArray().endObject();
  }

  // ---- the tables

  private void shared() throws IOException {
    json.name("shared").beginObject();
    stackTable();
    frameTable();
    funcTable();
    resourceTable();
    json.name("nativeSymbols").beginObject();
    for (String column : List.of("libIndex", "address", "name", "functionSize")) {
      empty(column);
    }
    json.name("length").value(0).endObject();
    json.name("sources").beginObject();
    column("uuid", sources.size(), i -> json.nullValue());
    column("filename", sources.size(), i -> json.value(strings.of(sources.values().get(i))));
    json.name("length").value(sources.size()).endObject();
    json.name("stringArray").beginArray();
    for (String text : strings.values()) {
      json.value(text);
    }
    json.endArray();
    json.endObject();
  }

  private interface Cell {
    void write(int row) throws IOException;
  }

  private void column(String name, int length, Cell cell) throws IOException {
    json.name(name).beginArray();
    for (int row = 0; row < length; row++) {
      texts.share().add();
      cell.write(row);
    }
    json.endArray();
  }

  private void numbers(String name, int length, IntUnaryOperator number) throws IOException {
    column(name, length, row -> json.value(number.applyAsInt(row)));
  }

  private void nulls(String name, int length) throws IOException {
    column(name, length, row -> json.nullValue());
  }

  private void lines(String name, int length, IntUnaryOperator line) throws IOException {
    column(
        name,
        length,
        row -> {
          if (line.applyAsInt(row) > 0) {
            json.value(line.applyAsInt(row));
          } else {
            json.nullValue();
          }
        });
  }

  private void stackTable() throws IOException {
    StackTree stacks = profile.stacks();
    json.name("stackTable").beginObject();
    numbers("frame", stacks.size(), stacks::frame);
    column(
        "prefix",
        stacks.size(),
        node -> {
          if (stacks.caller(node) == StackTree.NONE) {
            json.nullValue();
          } else {
            json.value(stacks.caller(node));
          }
        });
    json.name("length").value(stacks.size()).endObject();
  }

  private void frameTable() throws IOException {
    List<Frame> frames = profile.frames();
    int size = frames.size();
    json.name("frameTable").beginObject();
    numbers("address", size, row -> -1);
    numbers("inlineDepth", size, row -> 0);
    numbers("category", size, row -> 1 + KINDS.indexOf(frames.get(row).kind()));
    numbers("subcategory", size, row -> 0);
    numbers("func", size, row -> functions.of(Function.of(frames.get(row), texts)));
    nulls("nativeSymbol", size);
    numbers("innerWindowID", size, row -> 0);
    lines("line", size, row -> frames.get(row).source().shownLine());
    nulls("column", size);
    json.name("length").value(size).endObject();
  }

  private void funcTable() throws IOException {
    List<Function> all = functions.values();
    int size = all.size();
    json.name("funcTable").beginObject();
    numbers("name", size, row -> strings.of(all.get(row).name()));
    column("isJS", size, row -> json.value(false));
    column("relevantForJS", size, row -> json.value(false));
    numbers("resource", size, row -> resource(all.get(row).module()));
    column(
        "source",
        size,
        row -> {
          if (all.get(row).file().isEmpty()) {
            json.nullValue();
          } else {
            json.value(sources.of(all.get(row).file()));
          }
        });
    lines("lineNumber", size, row -> all.get(row).firstLine());
    nulls("columnNumber", size);
    json.name("length").value(size).endObject();
  }

  private int resource(FrameModule module) {
    return module.equals(FrameModule.NONE) ? -1 : modules.of(module);
  }

  private void resourceTable() throws IOException {
    List<FrameModule> all = modules.values();
    json.name("resourceTable").beginObject();
    nulls("lib", all.size());
    numbers("name", all.size(), row -> strings.of(texts.moduleName(all.get(row))));
    nulls("host", all.size());
    numbers("type", all.size(), row -> 1);
    json.name("length").value(all.size()).endObject();
  }

  // ---- the threads

  private void thread(int thread, boolean isMain) throws IOException {
    json.beginObject();
    json.name("processType").value("default");
    json.name("processStartupTime").value(0);
    json.name("processShutdownTime").nullValue();
    json.name("registerTime").value(0);
    json.name("unregisterTime").nullValue();
    empty("pausedRanges");
    json.name("name").value(texts.thread(thread));
    json.name("isMainThread").value(isMain);
    json.name("pid").value("0");
    json.name("processName").value(product());
    json.name("tid").value(thread + 1);
    samples(thread);
    json.name("markers").beginObject();
    for (String column : List.of("data", "name", "startTime", "endTime", "phase", "category")) {
      empty(column);
    }
    json.name("length").value(0).endObject();
    json.endObject();
  }

  private void samples(int thread) throws IOException {
    Timeline timeline = profile.timeline();
    int size = cells.size(thread);
    IntUnaryOperator cell = place -> cells.cell(thread, place);
    json.name("samples").beginObject();
    column(
        "stack",
        size,
        i -> {
          int stack = profile.stack(timeline.row(cell.applyAsInt(i)));
          if (stack == StackTree.NONE) {
            json.nullValue();
          } else {
            json.value(stack);
          }
        });
    // The times of a thread's cells may be a little out of order; the viewer needs them in order.
    long[] times =
        IntStream.range(0, size).mapToLong(i -> timeline.time(cell.applyAsInt(i))).toArray();
    for (int i = 1; i < size; i++) {
      times[i] = Math.max(times[i], times[i - 1]);
    }
    column("time", size, i -> json.value(BigDecimal.valueOf(times[i], NANOS_DIGITS)));
    column(
        "weight",
        size,
        i -> {
          long weight = weights.ofCell(cell.applyAsInt(i));
          if (weights.areTimes()) {
            json.value(BigDecimal.valueOf(weight, NANOS_DIGITS));
          } else {
            json.value(weight);
          }
        });
    String untimed = profile.countUnit().equals("bytes") ? "bytes" : "samples";
    json.name("weightType").value(weights.areTimes() ? "tracing-ms" : untimed);
    json.name("length").value(size).endObject();
  }
}
