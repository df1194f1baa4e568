// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.browser;

import com.google.gson.JsonObject;
import dev.tiptoe.testdata.TestBrowser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Chromium without a screen, as a process of its own with an empty profile. It opens what tests
 * wrote, and nothing of the network. {@link #close} ends it. Not thread-safe.
 */
public final class Browser implements AutoCloseable {

  private static final String LISTENING = "DevTools listening on ";

  /**
   * The sandbox is off: it does not work for root, and pages are our own. Pages and canvases are
   * drawn by the processor itself: the emulated graphics processor, which WebGL needs, takes up to
   * half a minute for its first picture on a busy machine, and all waits for it.
   */
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--no-zygote",
          "--disable-dev-shm-usage",
          "--no-first-run",
          "--disable-extensions",
          "--disable-background-networking",
          "--disable-component-update",
          "--host-resolver-rules=MAP * ~NOTFOUND",
          "--hide-scrollbars",
          "--force-color-profile=srgb",
          "--font-render-hinting=none",
          "--use-gl=angle",
          "--use-angle=swiftshader",
          "--enable-unsafe-swiftshader",
          "--disable-gpu-compositing",
          "--disable-accelerated-2d-canvas",
          "--remote-debugging-port=0");

  private final Path folder;
  private final Process process;
  private final DevTools tools;

  private Browser(Path folder, Process process, URI address) {
    this.folder = folder;
    this.process = process;
    this.tools = new DevTools(address);
  }

  /**
   * Starts it and waits until it listens.
   *
   * @throws IllegalStateException if it was not fetched, or ends at once
   */
  public static Browser start() {
    try {
      Path folder = Files.createTempDirectory("tiptoe-browser");
      Process process = process(TestBrowser.folder(), folder);
      try {
        return new Browser(folder, process, address(process));
      } catch (RuntimeException e) {
        end(process, folder);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process process(Path chromium, Path folder) throws IOException {
    Path fonts = Files.writeString(folder.resolve("fonts.conf"), fonts(chromium, folder));
    List<String> command = new ArrayList<>();
    command.add(chromium.resolve("chromium").toString());
    command.addAll(FLAGS);
    command.add("--user-data-dir=" + folder.resolve("profile"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LD_LIBRARY_PATH", chromium.resolve("lib").toString());
    builder.environment().put("FONTCONFIG_FILE", fonts.toString());
    builder.environment().put("HOME", folder.toString());
    return builder.start();
  }

  /** Its own font and no other, so that pictures are the same on every machine. */
  private static String fonts(Path chromium, Path folder) {
    return """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
        <fontconfig>
          <dir>%s</dir>
          <cachedir>%s</cachedir>
        </fontconfig>
        """
        .formatted(chromium.resolve("fonts"), folder.resolve("fonts"));
  }

  private static URI address(Process process) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith(LISTENING)) {
        drain(reader);
        return URI.create(line.substring(LISTENING.length()).strip());
      }
      said.append(line).append('\n');
    }
    throw new IllegalStateException("Chromium ended at once:\n" + said);
  }

  /** Later output is not used, but must not fill the pipe. */
  private static void drain(BufferedReader reader) {
    Thread thread =
        new Thread(
            () -> {
              try (reader) {
                while (reader.readLine() != null) {
                  // Only read.
                }
              } catch (IOException e) {
                // It has ended.
              }
            },
            "output of Chromium");
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens an empty page that shares no storage with others. */
  public BrowserPage newPage() {
    String context =
        tools
            .call("", "Target.createBrowserContext", new JsonObject())
            .get("browserContextId")
            .getAsString();
    JsonObject target = new JsonObject();
    target.addProperty("url", "about:blank");
    target.addProperty("browserContextId", context);
    String id = tools.call("", "Target.createTarget", target).get("targetId").getAsString();
    JsonObject attach = new JsonObject();
    attach.addProperty("targetId", id);
    attach.addProperty("flatten", true);
    String session = tools.call("", "Target.attachToTarget", attach).get("sessionId").getAsString();
    return new BrowserPage(tools, context, session);
  }

  @Override
  public void close() {
    tools.close();
    end(process, folder);
  }

  private static void end(Process process, Path folder) {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
