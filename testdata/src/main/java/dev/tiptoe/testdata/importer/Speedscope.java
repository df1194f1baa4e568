// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.importer;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.tiptoe.testdata.Repository;
import dev.tiptoe.testdata.browser.Browser;
import dev.tiptoe.testdata.browser.BrowserPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * speedscope in a browser: its own importers read a file, and its own export shows the result.
 * {@link #close} ends the browser. Not thread-safe.
 */
public final class Speedscope implements AutoCloseable {

  /** The units of time in nanoseconds. */
  private static final Map<String, Double> UNITS =
      Map.of("nanoseconds", 1.0, "microseconds", 1e3, "milliseconds", 1e6, "seconds", 1e9);

  private final Browser browser = Browser.start();

  /** Starts a browser. */
  public Speedscope() {}

  /**
   * Returns what it shows of a file, in nanoseconds where the file has times.
   *
   * @throws Importers.Refused if it does not accept the file, or complains
   */
  public Shown open(Path file) {
    URI index =
        Repository.existing(
                "testdata/importers/node_modules/speedscope/dist/release/index.html",
                "run testdata/importers/fetch")
            .toUri();
    try (BrowserPage page = browser.newPage()) {
      // It offers its functions to scripts only where a file is named; this one is empty.
      page.open(URI.create(index + "#localProfilePath=/dev/null"));
      page.await("window.speedscope !== undefined");
      page.run("window.alert = (text) => { window.refusal = text; }; 0");
      page.run(
          "speedscope.loadFileFromBase64(%s, '%s'); 0"
              .formatted(new JsonPrimitive(file.getFileName().toString()), base64(file)));
      page.await(
          "window.refusal !== undefined || document.title.endsWith(' - speedscope')"
              + " || document.body.innerText.includes('Something went wrong')");
      if (!page.is("document.title.endsWith(' - speedscope')")) {
        throw new Importers.Refused(
            file.getFileName()
                + ": "
                + page.text("window.refusal ?? document.body.innerText")
                + page.complaints());
      }
      page.run(
          """
          URL.createObjectURL = (blob) => { window.saved = blob.text(); return 'about:blank'; };
          HTMLAnchorElement.prototype.click = () => {};
          window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
          0""");
      page.await("window.saved !== undefined");
      return shown(JsonParser.parseString(page.text("window.saved")).getAsJsonObject());
    }
  }

  private static String base64(Path file) {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Shown shown(JsonObject file) {
    JsonArray frames = file.getAsJsonObject("shared").getAsJsonArray("frames");
    Shown shown = new Shown();
    for (JsonElement each : file.getAsJsonArray("profiles")) {
      JsonObject profile = each.getAsJsonObject();
      String thread = profile.get("name").getAsString();
      shown.addThread(thread);
      double unit = UNITS.getOrDefault(profile.get("unit").getAsString(), 1.0);
      Deque<String> open = new ArrayDeque<>();
      double last = 0;
      for (JsonElement it : profile.getAsJsonArray("events")) {
        JsonObject event = it.getAsJsonObject();
        double at = event.get("at").getAsDouble() * unit;
        add(shown, thread, open, at - last);
        last = at;
        int frame = event.get("frame").getAsInt();
        String name = frames.get(frame).getAsJsonObject().get("name").getAsString();
        if (event.get("type").getAsString().equals("O")) {
          open.addLast(name);
        } else {
          open.removeLast();
        }
      }
    }
    return shown;
  }

  private static void add(Shown shown, String thread, Deque<String> open, double weight) {
    if (!open.isEmpty() && weight > 0) {
      Set<String> names = new HashSet<>(open);
      names.forEach(name -> shown.add(thread, name, 0, weight));
      shown.add(thread, open.getLast(), weight, 0);
    }
  }

  @Override
  public void close() {
    browser.close();
  }
}
