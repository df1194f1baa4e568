// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.FrameKind;
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
 * which later versions of the viewer upgrade. The samples are the cells of the timeline; the
 * {@linkplain FirefoxTables tables} are shared by the threads. Each kind of frames is a category,
 * each module a resource.
 */
public final class FirefoxWriter {

  private static final int VERSION = 60;
  private static final int GECKO_VERSION = 30;
  private static final int NANOS_DIGITS = 6;

  /** The categories behind the default one. */
  static final List<FrameKind> KINDS = List.of(FrameKind.values());

  private final Profile profile;
  private final Texts texts;
  private final JsonWriter json;
  private final CellsByThread cells;
  private final Weights weights;
  private final FirefoxColumns columns;

  private FirefoxWriter(Profile profile, Texts texts, JsonWriter json) {
    this.profile = profile;
    this.texts = texts;
    this.json = json;
    this.columns = new FirefoxColumns(json, texts.share());
    this.cells = new CellsByThread(profile);
    this.weights = new Weights(profile);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
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
    columns.empty("libs");
    new FirefoxTables(profile, texts, json, columns).write();
    json.name("threads").beginArray();
    boolean first = true;
    for (int thread : weights.heaviestFirst()) {
      thread(thread, first);
      first = false;
    }
    json.endArray();
    columns.empty("pages");
    columns.empty("counters");
    columns.empty("profilerOverhead");
    json.endObject();
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
    columns.empty("markerSchema");
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

  // ---- the threads

  private void thread(int thread, boolean isMain) throws IOException {
    json.beginObject();
    json.name("processType").value("default");
    json.name("processStartupTime").value(0);
    json.name("processShutdownTime").nullValue();
    json.name("registerTime").value(0);
    json.name("unregisterTime").nullValue();
    columns.empty("pausedRanges");
    json.name("name").value(texts.thread(thread));
    json.name("isMainThread").value(isMain);
    json.name("pid").value("0");
    json.name("processName").value(product());
    json.name("tid").value(thread + 1);
    samples(thread);
    json.name("markers").beginObject();
    for (String column : List.of("data", "name", "startTime", "endTime", "phase", "category")) {
      columns.empty(column);
    }
    json.name("length").value(0).endObject();
    json.endObject();
  }

  private void samples(int thread) throws IOException {
    Timeline timeline = profile.timeline();
    int size = cells.size(thread);
    IntUnaryOperator cell = place -> cells.cell(thread, place);
    json.name("samples").beginObject();
    columns.column(
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
    columns.column("time", size, i -> json.value(BigDecimal.valueOf(times[i], NANOS_DIGITS)));
    columns.column(
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
