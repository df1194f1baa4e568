// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Writes trace events: for each thread, the begin and the end of each frame while it stayed on the
 * stack. Each cell of the timeline is a piece of time as long as its weight. Pieces do not overlap,
 * and one that begins less than its own length after the former is moved up to it; so the times of
 * a method add up to its weight, less a nanosecond wherever it ends.
 */
public final class ChromeWriter {

  private static final int NANOS_DIGITS = 3;

  private final Profile profile;
  private final Texts texts;
  private final JsonWriter json;
  private final CellsByThread cells;
  private final Weights weights;

  /** The frames that have begun and not ended. */
  private int[] open = new int[64];

  private int depth;

  private ChromeWriter(Profile profile, Texts texts, JsonWriter json) {
    this.profile = profile;
    this.texts = texts;
    this.json = json;
    this.cells = new CellsByThread(profile);
    this.weights = new Weights(profile);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    JsonWriter json = Json.writer(out);
    new ChromeWriter(profile, texts, json).write();
    json.flush();
  }

  private void write() throws IOException {
    json.beginObject();
    json.name("displayTimeUnit").value("ns");
    json.name("traceEvents").beginArray();
    metadata("process_name", 0, texts.profile().isEmpty() ? "Tiptoe" : texts.profile());
    texts.share().expect(profile.timeline().size());
    for (int thread : weights.heaviestFirst()) {
      metadata("thread_name", thread + 1, texts.thread(thread));
      thread(thread);
    }
    json.endArray();
    json.endObject();
  }

  private void metadata(String what, int thread, String name) throws IOException {
    json.beginObject().name("ph").value("M").name("name").value(what);
    json.name("pid").value(1).name("tid").value(thread);
    json.name("args").beginObject().name("name").value(name).endObject().endObject();
  }

  private void thread(int thread) throws IOException {
    Timeline timeline = profile.timeline();
    long perSample = weights.areTimes() ? 1 : perSample(thread);
    long cursor = Long.MIN_VALUE / 2;
    for (int i = 0; i < cells.size(thread); i++) {
      texts.share().add();
      int cell = cells.cell(thread, i);
      long length = Math.max(2, weights.ofCell(cell) * perSample);
      long start = timeline.time(cell);
      if (start - cursor <= length) {
        start = cursor;
      } else {
        end(0, cursor, thread);
      }
      int[] stack = profile.stacks().frames(profile.stack(timeline.row(cell)));
      int common = common(stack);
      // Readers that sort events could take what begins for what has ended at the same time.
      end(common, start - 1, thread);
      begin(stack, common, start, thread);
      cursor = start + length;
    }
    end(0, cursor, thread);
  }

  /** Returns the length of a sample without one: the mean distance of the thread's samples. */
  private long perSample(int thread) {
    Timeline timeline = profile.timeline();
    int size = cells.size(thread);
    if (size == 0) {
      return 1;
    }
    long samples = 0;
    for (int i = 0; i < size; i++) {
      samples += timeline.count(cells.cell(thread, i));
    }
    long span = timeline.time(cells.cell(thread, size - 1)) - timeline.time(cells.cell(thread, 0));
    return Math.max(1, span / Math.max(1, samples));
  }

  private int common(int[] stack) {
    int common = 0;
    while (common < depth && common < stack.length && open[common] == stack[common]) {
      common++;
    }
    return common;
  }

  private void end(int from, long at, int thread) throws IOException {
    while (depth > from) {
      event("E", open[--depth], at, thread);
    }
  }

  private void begin(int[] stack, int from, long at, int thread) throws IOException {
    if (stack.length > open.length) {
      open = Arrays.copyOf(open, stack.length * 2);
    }
    for (int i = from; i < stack.length; i++) {
      open[depth++] = stack[i];
      event("B", stack[i], at, thread);
    }
  }

  private void event(String phase, int number, long at, int thread) throws IOException {
    Frame frame = profile.frames().get(number);
    json.beginObject().name("ph").value(phase);
    // Perfetto leaves out what is before 0.
    long shown = at - Math.min(0, profile.from());
    json.name("ts").value(BigDecimal.valueOf(shown, NANOS_DIGITS));
    json.name("pid").value(1).name("tid").value(thread + 1);
    json.name("name").value(texts.name(frame));
    json.name("cat").value(frame.kind().word());
    json.endObject();
  }
}
