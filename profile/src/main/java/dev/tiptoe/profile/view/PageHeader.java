// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import com.google.gson.stream.JsonWriter;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** The texts that a page carries, as JSON: names, frames, threads, and what is loaded. */
final class PageHeader {

  /** A source file, once for each address that it has. */
  private record FrameFile(String path, String url) {
    static FrameFile of(Frame frame) {
      return new FrameFile(frame.source().file(), frame.source().document().url().orElse(""));
    }
  }

  private final Profile profile;
  private final List<Frame> frames;
  private final boolean inTime;
  private final String view;
  private final LoadedTable loaded;
  private int joinedPlace;
  private int joined;

  /**
   * Creates a header.
   *
   * @param frames the frames in the order of the page
   * @param inTime whether weights are nanoseconds
   * @param view what the profile is of the whole, in words; empty for all of it
   */
  PageHeader(Profile profile, List<Frame> frames, boolean inTime, String view, LoadedTable loaded) {
    this.profile = profile;
    this.frames = frames;
    this.inTime = inTime;
    this.view = view;
    this.loaded = loaded;
  }

  /**
   * Says that stacks are joined.
   *
   * @param place the place of the frame that stands for them
   * @param stacks how many distinct stacks they are
   */
  void joined(int place, int stacks) {
    joinedPlace = place;
    joined = stacks;
  }

  /** Returns the header in UTF-8, with the layout of the arrays behind it. */
  byte[] bytes(PackedNumbers numbers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = new JsonWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
      json.beginObject();
      json.name("title").value(profile.name());
      if (!view.isEmpty()) {
        json.name("view").value(view);
      }
      json.name("unit").value(inTime ? "nanoseconds" : countUnit());
      if (profile.countType().equals("samples")) {
        json.name("count").value(profile.totalCount());
      }
      if (profile.clock().isPresent()) {
        json.name("clock").value(profile.clock().get().inWords());
      }
      if (joined > 0) {
        json.name("joined").beginObject();
        json.name("frame").value(joinedPlace).name("stacks").value(joined).endObject();
      }
      frames(json);
      json.name("threads").beginArray();
      for (String name : profile.threadNames()) {
        json.beginObject().name("name").value(name).endObject();
      }
      json.endArray();
      numbers.writeLayout(json);
      if (!loaded.entities().isEmpty()) {
        loaded(json);
      }
      json.endObject();
    }
    return bytes.toByteArray();
  }

  private String countUnit() {
    return profile.countUnit().equals("count") ? profile.countType() : profile.countUnit();
  }

  private void frames(JsonWriter json) throws IOException {
    Map<String, Integer> modules = new LinkedHashMap<>();
    Map<FrameFile, Integer> files = new LinkedHashMap<>();
    for (Frame frame : frames) {
      modules.putIfAbsent(frame.module().name(), modules.size());
      if (!frame.source().file().isEmpty()) {
        files.putIfAbsent(FrameFile.of(frame), files.size());
      }
    }
    json.name("frames").beginObject();
    texts(json, "name", frames, Frame::shown);
    if (frames.stream().anyMatch(frame -> !frame.written().isEmpty())) {
      texts(json, "full", frames, PageHeader::full);
    }
    texts(json, "kind", frames, frame -> frame.kind().word());
    texts(json, "token", frames, PageHeader::token);
    column(json, "module", frames, frame -> modules.getOrDefault(frame.module().name(), 0));
    column(json, "file", frames, frame -> files.getOrDefault(FrameFile.of(frame), -1));
    column(json, "line", frames, frame -> frame.source().shownLine());
    json.endObject();
    names(json, "modules", modules.keySet());
    names(json, "files", files.keySet().stream().map(FrameFile::path).toList());
    names(json, "urls", files.keySet().stream().map(FrameFile::url).toList());
  }

  /** The name with all type arguments, where it is not shown itself. */
  private static String full(Frame frame) {
    return frame.written().isEmpty() ? "" : frame.method();
  }

  private static String token(Frame frame) {
    int token = frame.methodDef();
    return token == 0 ? "" : String.format(Locale.ROOT, "0x%08x", token);
  }

  private static void texts(
      JsonWriter json, String name, List<Frame> frames, Function<Frame, String> value)
      throws IOException {
    json.name(name).beginArray();
    for (Frame frame : frames) {
      json.value(value.apply(frame));
    }
    json.endArray();
  }

  private static void column(
      JsonWriter json, String name, List<Frame> frames, ToIntFunction<Frame> value)
      throws IOException {
    json.name(name).beginArray();
    for (Frame frame : frames) {
      json.value(value.applyAsInt(frame));
    }
    json.endArray();
  }

  private static void names(JsonWriter json, String name, Collection<String> names)
      throws IOException {
    json.name(name).beginArray();
    for (String each : names) {
      json.value(each);
    }
    json.endArray();
  }

  private void loaded(JsonWriter json) throws IOException {
    Map<String, Integer> names = new LinkedHashMap<>();
    json.name("loaded").beginArray();
    for (LoadedEntity entity : loaded.entities()) {
      json.beginObject();
      json.name("name").value(entity.name());
      json.name("module").value(entity.module());
      json.name("token").value(entity.token());
      json.name("level").value(entity.level());
      if (entity.firstMet().isPresent()) {
        json.name("firstMet").value(entity.firstMet().getAsLong());
      }
      json.name("why").value(entity.why());
      json.name("ids").value(entity.ids());
      json.name("from").beginArray();
      for (String method : entity.from()) {
        names.putIfAbsent(method, names.size());
        json.value(names.get(method));
      }
      json.endArray();
      json.endObject();
    }
    json.endArray();
    names(json, "names", names.keySet());
    json.name("loadedModules").beginArray();
    for (ModuleCoverage module : loaded.modules()) {
      json.beginObject();
      json.name("name").value(module.name());
      json.name("types").value(module.types()).name("metTypes").value(module.metTypes());
      json.name("methods").value(module.methods()).name("metMethods").value(module.metMethods());
      json.name("unlisted").value(module.unlisted());
      json.endObject();
    }
    json.endArray();
  }
}
