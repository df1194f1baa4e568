// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.proof.srm.LineComparison.Difference;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The output of {@code MetadataDump} for the modules in a folder, compared with that of a {@link
 * Section} while it is read; neither is kept. Not thread-safe.
 */
final class MetadataDump implements AutoCloseable {

  private static final String MODULE = "module\t";
  private static final int MOST_OF_A_FILE = 20;

  private final Path folder;
  private final Process process;
  private final BufferedReader expected;
  private final List<Difference> differences = new ArrayList<>();
  private final Map<String, Integer> lines = new TreeMap<>();
  private @Nullable String next;
  private int most;

  private MetadataDump(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.expected = process.inputReader(StandardCharsets.UTF_8);
    this.next = expected.readLine();
  }

  /**
   * Compares a section's output for a folder's modules.
   *
   * @param name that of the section, for {@code MetadataDump}
   */
  static LineComparison compare(String name, Section section, Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Installation.current().host().toString(),
                TestRuntime.directory().toString(),
                TestAssembly.METADATA_DUMP.path().toString(),
                name,
                folder.toString(),
                TestRuntime.directory().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (MetadataDump dump = new MetadataDump(folder, process)) {
      while (dump.next != null) {
        dump.module(section);
      }
      assertEquals(0, process.waitFor());
      return new LineComparison(dump.lines, dump.differences);
    }
  }

  private void module(Section section) throws IOException {
    String file = take().substring(MODULE.length());
    lines.put(file, 0);
    most = differences.size() + MOST_OF_A_FILE;
    Image image = Image.open(folder.resolve(file));
    section.of(image, new Lines(line -> compare(file, line)));
    while (next != null && !next.startsWith(MODULE)) {
      differ(file, take(), "nothing");
    }
  }

  private void compare(String file, CharSequence actual) {
    if (next == null || next.startsWith(MODULE)) {
      differ(file, "nothing", actual);
      return;
    }
    String line = take();
    lines.merge(file, 1, Integer::sum);
    if (!line.contentEquals(actual)) {
      differ(file, line, actual);
    }
  }

  private void differ(String file, String line, CharSequence actual) {
    if (differences.size() < most) {
      differences.add(new Difference(file, line, actual.toString()));
    }
  }

  private String take() {
    String taken = next;
    try {
      next = expected.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return taken == null ? "" : taken;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
