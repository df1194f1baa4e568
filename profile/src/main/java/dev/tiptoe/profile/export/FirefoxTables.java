// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.io.IOException;
import java.util.List;

/**
 * Writes the tables that the threads of a processed profile of the Firefox Profiler share: stacks,
 * frames, functions, modules, files and texts. A row refers to those of others by their numbers.
 */
final class FirefoxTables {

  private final Profile profile;
  private final Texts texts;
  private final JsonWriter json;
  private final FirefoxColumns columns;
  private final Numbered<String> strings = new Numbered<>();
  private final Numbered<Function> functions = new Numbered<>();
  private final Numbered<FrameModule> modules = new Numbered<>();
  private final Numbered<String> sources = new Numbered<>();

  FirefoxTables(Profile profile, Texts texts, JsonWriter json, FirefoxColumns columns) {
    this.profile = profile;
    this.texts = texts;
    this.json = json;
    this.columns = columns;
  }

  /** Writes the tables. */
  void write() throws IOException {
    json.name("shared").beginObject();
    stackTable();
    frameTable();
    funcTable();
    resourceTable();
    json.name("nativeSymbols").beginObject();
    for (String column : List.of("libIndex", "address", "name", "functionSize")) {
      columns.empty(column);
    }
    json.name("length").value(0).endObject();
    json.name("sources").beginObject();
    columns.column("uuid", sources.size(), i -> json.nullValue());
    columns.column(
        "filename", sources.size(), i -> json.value(strings.of(sources.values().get(i))));
    json.name("length").value(sources.size()).endObject();
    json.name("stringArray").beginArray();
    for (String text : strings.values()) {
      json.value(text);
    }
    json.endArray();
    json.endObject();
  }

  private void stackTable() throws IOException {
    StackTree stacks = profile.stacks();
    json.name("stackTable").beginObject();
    columns.numbers("frame", stacks.size(), stacks::frame);
    columns.column(
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
    columns.numbers("address", size, row -> -1);
    columns.numbers("inlineDepth", size, row -> 0);
    columns.numbers(
        "category", size, row -> 1 + FirefoxWriter.KINDS.indexOf(frames.get(row).kind()));
    columns.numbers("subcategory", size, row -> 0);
    columns.numbers("func", size, row -> functions.of(Function.of(frames.get(row), texts)));
    columns.nulls("nativeSymbol", size);
    columns.numbers("innerWindowID", size, row -> 0);
    columns.lines("line", size, row -> frames.get(row).source().shownLine());
    columns.nulls("column", size);
    json.name("length").value(size).endObject();
  }

  private void funcTable() throws IOException {
    List<Function> all = functions.values();
    int size = all.size();
    json.name("funcTable").beginObject();
    columns.numbers("name", size, row -> strings.of(all.get(row).name()));
    columns.column("isJS", size, row -> json.value(false));
    columns.column("relevantForJS", size, row -> json.value(false));
    columns.numbers("resource", size, row -> resource(all.get(row).module()));
    columns.column(
        "source",
        size,
        row -> {
          if (all.get(row).file().isEmpty()) {
            json.nullValue();
          } else {
            json.value(sources.of(all.get(row).file()));
          }
        });
    columns.lines("lineNumber", size, row -> all.get(row).firstLine());
    columns.nulls("columnNumber", size);
    json.name("length").value(size).endObject();
  }

  private int resource(FrameModule module) {
    return module.equals(FrameModule.NONE) ? -1 : modules.of(module);
  }

  private void resourceTable() throws IOException {
    List<FrameModule> all = modules.values();
    json.name("resourceTable").beginObject();
    columns.nulls("lib", all.size());
    columns.numbers("name", all.size(), row -> strings.of(texts.moduleName(all.get(row))));
    columns.nulls("host", all.size());
    columns.numbers("type", all.size(), row -> 1);
    json.name("length").value(all.size()).endObject();
  }
}
