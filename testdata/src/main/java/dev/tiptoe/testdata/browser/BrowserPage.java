// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.browser;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A page of a {@link Browser}: loads an address, runs scripts in it, presses keys and moves the
 * pointer as a user does, and records the errors and requests of the page. Coordinates are in CSS
 * pixels. Not thread-safe.
 */
public final class BrowserPage implements AutoCloseable {

  private static final int WIDE = 1280;
  private static final int HIGH = 800;

  private final DevTools tools;
  private final String context;
  private final String session;
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  BrowserPage(DevTools tools, String context, String session) {
    this.tools = tools;
    this.context = context;
    this.session = session;
    tools.listen(session, this::happened);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable");
    }
    resize(WIDE, HIGH);
  }

  /** Calls a method of the DevTools protocol; names and values of its parameters alternate. */
  public JsonObject call(String method, Object... parameters) {
    JsonObject all = new JsonObject();
    for (int i = 0; i < parameters.length; i += 2) {
      all.add((String) parameters[i], json(parameters[i + 1]));
    }
    return tools.call(session, method, all);
  }

  private static JsonElement json(Object value) {
    if (value instanceof JsonElement element) {
      return element;
    }
    if (value instanceof Number number) {
      return new JsonPrimitive(number);
    }
    return value instanceof Boolean flag
        ? new JsonPrimitive(flag)
        : new JsonPrimitive((String) value);
  }

  private void happened(JsonObject event) {
    JsonObject parameters = event.getAsJsonObject("params");
    switch (event.get("method").getAsString()) {
      case "Runtime.exceptionThrown" -> complaints.add(exception(parameters));
      case "Runtime.consoleAPICalled" -> {
        String type = parameters.get("type").getAsString();
        if (type.equals("error") || type.equals("warning") || type.equals("assert")) {
          complaints.add(type + ": " + parameters.get("args"));
        }
      }
      case "Log.entryAdded" -> complaints.add(parameters.get("entry").toString());
      case "Network.requestWillBeSent" ->
          requests.add(parameters.getAsJsonObject("request").get("url").getAsString());
      default -> {
        // Of no interest.
      }
    }
  }

  private static String exception(JsonObject parameters) {
    JsonObject details = parameters.getAsJsonObject("exceptionDetails");
    JsonObject exception = details.getAsJsonObject("exception");
    return exception != null && exception.has("description")
        ? exception.get("description").getAsString()
        : details.get("text").getAsString();
  }

  /** Loads an address, and returns when the document is parsed and its scripts have run. */
  public void open(URI address) {
    JsonObject answer = call("Page.navigate", "url", address.toString());
    if (answer.has("errorText")) {
      throw new IllegalStateException(address + ": " + answer.get("errorText"));
    }
    await("document.readyState === 'complete'");
  }

  /**
   * Runs a script and returns the value of its last expression, as JSON; of a promise, what it
   * resolves to.
   *
   * @throws IllegalStateException with the exception of the script
   */
  public JsonElement run(String script) {
    JsonObject answer =
        call(
            "Runtime.evaluate",
            "expression",
            script,
            "awaitPromise",
            true,
            "returnByValue",
            true,
            "userGesture",
            true);
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(exception(answer));
    }
    JsonElement value = answer.getAsJsonObject("result").get("value");
    return value == null ? JsonNull.INSTANCE : value;
  }

  /** Runs a script and returns its value as text. */
  public String text(String script) {
    JsonElement value = run(script);
    return value.isJsonPrimitive() ? value.getAsString() : value.toString();
  }

  /** Runs a script and returns its value, a number. */
  public double number(String script) {
    return run(script).getAsDouble();
  }

  /** Runs a script and returns its value, true or false. */
  public boolean is(String script) {
    return run(script).getAsBoolean();
  }

  /**
   * Waits until an expression is true, which is looked at whenever the page is drawn.
   *
   * @throws IllegalStateException when that takes longer than half a minute
   */
  public void await(String condition) {
    run(
        """
        new Promise((resolve, reject) => {
          const end = performance.now() + 30000;
          const look = () => {
            try {
              if (%s) resolve(true);
              else if (performance.now() > end) reject(new Error(`waited in vain for %s`));
              else requestAnimationFrame(look);
            } catch (e) { reject(e); }
          };
          look();
        })"""
            .formatted(
                condition,
                condition.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$")));
  }

  /** Waits until all requested changes are on the screen. */
  public void drawn() {
    run(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
  }

  /** Presses and releases keys, by their names in {@code KeyboardEvent.key}. */
  public void press(String... keys) {
    for (String key : keys) {
      Key.of(key).press(this);
    }
  }

  /** Types a text into what has the focus. */
  public void type(String text) {
    call("Input.insertText", "text", text);
  }

  /** Moves the pointer. */
  public void move(double x, double y) {
    mouse("mouseMoved", x, y, "none", 0);
  }

  /** Clicks at a place. */
  public void click(double x, double y) {
    clicks(x, y, 1);
  }

  /** Clicks twice at a place. */
  public void doubleClick(double x, double y) {
    clicks(x, y, 1);
    clicks(x, y, 2);
  }

  private void clicks(double x, double y, int count) {
    move(x, y);
    mouse("mousePressed", x, y, "left", count);
    mouse("mouseReleased", x, y, "left", count);
  }

  /** Clicks into the middle of the element that a CSS selector finds. */
  public void click(String selector) {
    JsonObject box = box(selector);
    click(
        box.get("x").getAsDouble() + box.get("width").getAsDouble() / 2,
        box.get("y").getAsDouble() + box.get("height").getAsDouble() / 2);
  }

  /** Returns where the element that a CSS selector finds is, after scrolling it into view. */
  public JsonObject box(String selector) {
    return run("{ const e = document.querySelector(%s); e.scrollIntoViewIfNeeded(); e.getBoundingClientRect().toJSON() }"
            .formatted(new JsonPrimitive(selector)))
        .getAsJsonObject();
  }

  /** Drags from a place to another. */
  public void drag(double fromX, double fromY, double toX, double toY) {
    move(fromX, fromY);
    mouse("mousePressed", fromX, fromY, "left", 1);
    for (int step = 1; step <= 4; step++) {
      mouse(
          "mouseMoved",
          fromX + (toX - fromX) * step / 4,
          fromY + (toY - fromY) * step / 4,
          "left",
          0);
    }
    mouse("mouseReleased", toX, toY, "left", 1);
  }

  private void mouse(String type, double x, double y, String button, int clicks) {
    call(
        "Input.dispatchMouseEvent",
        "type",
        type,
        "x",
        x,
        "y",
        y,
        "button",
        button,
        "buttons",
        button.equals("none") || type.equals("mouseReleased") ? 0 : 1,
        "clickCount",
        clicks);
  }

  /** Turns the wheel at a place, by CSS pixels. */
  public void wheel(double x, double y, double byX, double byY) {
    call(
        "Input.dispatchMouseEvent",
        "type",
        "mouseWheel",
        "x",
        x,
        "y",
        y,
        "deltaX",
        byX,
        "deltaY",
        byY);
  }

  /** Makes the window as large as this. */
  public void resize(int wide, int high) {
    call(
        "Emulation.setDeviceMetricsOverride",
        "width",
        wide,
        "height",
        high,
        "deviceScaleFactor",
        1,
        "mobile",
        false);
  }

  /** Lets a media feature, such as {@code prefers-color-scheme}, have a value. */
  public void media(String feature, String value) {
    JsonObject each = new JsonObject();
    each.addProperty("name", feature);
    each.addProperty("value", value);
    JsonArray features = new JsonArray();
    features.add(each);
    call("Emulation.setEmulatedMedia", "features", features);
  }

  /** Returns what is on the screen, as PNG. */
  public byte[] screenshot() {
    drawn();
    return Base64.getDecoder()
        .decode(call("Page.captureScreenshot", "format", "png").get("data").getAsString());
  }

  /** Writes what is on the screen into a PNG file. */
  public void screenshot(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, screenshot());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the exceptions, errors and warnings of the page since it was made. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Returns the addresses that the page has requested since it was made, including its own. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    tools.forget(session);
    JsonObject parameters = new JsonObject();
    parameters.addProperty("browserContextId", context);
    tools.call("", "Target.disposeBrowserContext", parameters);
  }
}
