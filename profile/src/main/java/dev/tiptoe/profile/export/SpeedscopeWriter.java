// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes the file format of speedscope: a sampled profile for each thread, whose samples are the
 * cells of the timeline. The unit is nanoseconds where times are known; else bytes, for these, or
 * none.
 */
public final class SpeedscopeWriter {

  private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

  private final Profile profile;
  private final Texts texts;
  private final JsonWriter json;
  private final CellsByThread cells;
  private final Weights weights;

  private SpeedscopeWriter(Profile profile, Texts texts, JsonWriter json) {
    this.profile = profile;
    this.texts = texts;
    this.json = json;
    this.cells = new CellsByThread(profile);
    this.weights = new Weights(profile);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    JsonWriter json = Json.writer(out);
    new SpeedscopeWriter(profile, texts, json).write();
    json.flush();
  }

  private void write() throws IOException {
    json.beginObject();
    json.name("$schema").value(SCHEMA);
    json.name("name").value(texts.profile());
    json.name("exporter").value("tiptoe");
    json.name("activeProfileIndex").value(0);
    json.name("shared").beginObject();
    json.name("frames").beginArray();
    for (Frame frame : profile.frames()) {
      frame(frame);
    }
    json.endArray();
    json.endObject();
    json.name("profiles").beginArray();
    texts.share().expect(profile.timeline().size());
    for (int thread : weights.heaviestFirst()) {
      thread(thread);
    }
    json.endArray();
    json.endObject();
  }

  private void frame(Frame frame) throws IOException {
    json.beginObject();
    json.name("name").value(texts.name(frame));
    String source = texts.source(frame);
    if (!source.isEmpty()) {
      json.name("file").value(source);
    } else if (!frame.module().name().isEmpty()) {
      json.name("file").value(texts.module(frame.module()));
    }
    if (frame.source().shownLine() > 0) {
      json.name("line").value(frame.source().shownLine());
    }
    json.endObject();
  }

  private void thread(int thread) throws IOException {
    int size = cells.size(thread);
    Timeline timeline = profile.timeline();
    json.beginObject();
    json.name("type").value("sampled");
    json.name("name").value(texts.thread(thread));
    String untimed = profile.countUnit().equals("bytes") ? "bytes" : "none";
    json.name("unit").value(weights.areTimes() ? "nanoseconds" : untimed);
    json.name("startValue").value(0);
    json.name("samples").beginArray();
    long total = 0;
    for (int i = 0; i < size; i++) {
      texts.share().add();
      int cell = cells.cell(thread, i);
      total += weights.ofCell(cell);
      json.beginArray();
      for (int frame : profile.stacks().frames(profile.stack(timeline.row(cell)))) {
        json.value(frame);
      }
      json.endArray();
    }
    json.endArray();
    json.name("weights").beginArray();
    for (int i = 0; i < size; i++) {
      json.value(weights.ofCell(cells.cell(thread, i)));
    }
    json.endArray();
    json.name("endValue").value(total);
    json.endObject();
  }
}
