// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.tiptoe.testdata.TestBrowser;
import dev.tiptoe.testdata.browser.Browser;
import dev.tiptoe.testdata.browser.BrowserPage;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page that is open in a browser, with what it draws. */
final class OpenPage implements AutoCloseable {

  /** Keeps the texts that were drawn on each canvas since it was cleared. */
  private static final String KEEP_TEXTS =
      """
      {
        const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (...box) {
          this.canvas.texts = [];
          clearRect.apply(this, box);
        };
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          (this.canvas.texts ??= []).push({ text, x, y });
          fillText.call(this, text, x, y);
        };
      }
      """;

  final BrowserPage in;

  /** A text on a canvas, and where it is in the window. */
  record Drawn(String text, double x, double y) {}

  private OpenPage(BrowserPage in) {
    this.in = in;
  }

  /** Opens a file, with a state in the fragment of its address. */
  static OpenPage open(Browser browser, Path file, String fragment) {
    BrowserPage page = browser.newPage();
    page.call("Page.addScriptToEvaluateOnNewDocument", "source", KEEP_TEXTS);
    page.open(URI.create(file.toUri() + fragment));
    page.await("document.documentElement.dataset.ready");
    page.drawn();
    return new OpenPage(page);
  }

  /** Returns what a picture says, from the root on. */
  List<Drawn> drawn(String canvas) {
    in.drawn();
    JsonArray texts =
        in.run(
                """
                {
                  const canvas = document.querySelector(%s);
                  const { left, top } = canvas.getBoundingClientRect();
                  canvas.texts.map(({ text, x, y }) => ({ text, x: left + x, y: top + y }))
                }"""
                    .formatted(new JsonPrimitive(canvas)))
            .getAsJsonArray();
    List<Drawn> drawn = new ArrayList<>();
    for (JsonElement each : texts) {
      JsonObject text = each.getAsJsonObject();
      drawn.add(
          new Drawn(
              text.get("text").getAsString(),
              text.get("x").getAsDouble(),
              text.get("y").getAsDouble()));
    }
    return drawn;
  }

  /** Returns what the flame graph says: the names in boxes, without the letters of kinds. */
  List<String> boxes(String canvas) {
    return drawn(canvas).stream().map(Drawn::text).filter(text -> text.length() > 1).toList();
  }

  List<String> boxes() {
    return boxes("#flame canvas");
  }

  /** Returns where the box is whose text begins so. */
  Drawn box(String text) {
    return drawn("#flame canvas").stream()
        .filter(each -> each.text().startsWith(text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + text + " in " + boxes()));
  }

  /** Selects the box whose text begins so. */
  OpenPage select(String text) {
    Drawn box = box(text);
    in.click(box.x() + 4, box.y());
    in.drawn();
    return this;
  }

  /** Returns the colour of a box, left of its text, as red, green and blue. */
  List<Integer> color(String text) {
    Drawn box = box(text);
    JsonArray data =
        in.run(
                """
                {
                  const canvas = document.querySelector('#flame canvas');
                  const { left, top } = canvas.getBoundingClientRect();
                  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                  copy.drawImage(canvas, left - %f, top - %f);
                  [...copy.getImageData(0, 0, 1, 1).data]
                }"""
                    .formatted(box.x() - 2, box.y()))
            .getAsJsonArray();
    return List.of(data.get(0).getAsInt(), data.get(1).getAsInt(), data.get(2).getAsInt());
  }

  String text(String selector) {
    return in.text("document.querySelector(%s).innerText".formatted(new JsonPrimitive(selector)));
  }

  /** Returns the cells of a table's rows in sight. */
  List<List<String>> rows(String table) {
    JsonArray rows =
        in.run(
                "[...document.querySelectorAll(%s)].map((row) => [...row.cells].map((cell) => cell.textContent))"
                    .formatted(new JsonPrimitive(table + " tbody tr:not(.space)")))
            .getAsJsonArray();
    List<List<String>> texts = new ArrayList<>();
    for (JsonElement row : rows) {
      List<String> cells = new ArrayList<>();
      row.getAsJsonArray().forEach(cell -> cells.add(cell.getAsString()));
      texts.add(cells);
    }
    return texts;
  }

  /** Types a text into the search. */
  OpenPage search(String text) {
    in.press("/");
    in.type(text);
    in.drawn();
    return this;
  }

  /** Waits until the address says so, and returns its fragment. */
  String fragment(String part) {
    in.await("location.hash.includes('" + part + "')");
    return in.text("location.hash");
  }

  /** Returns the rules of accessibility that the page breaks, each with the elements. */
  List<String> broken() {
    if (!in.is("'axe' in window")) {
      in.run(TestBrowser.axe() + ";true");
    }
    JsonArray found =
        in.run(
                "axe.run().then(({ violations }) => violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target + ' ' + node.failureSummary).join('; ')}`))")
            .getAsJsonArray();
    List<String> broken = new ArrayList<>();
    found.forEach(rule -> broken.add(rule.getAsString()));
    return broken;
  }

  @Override
  public void close() {
    in.close();
  }
}
