// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole of {@code tiptoe demo}. */
class DemoCommandTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void demo_keepsFilesThatExist_andEndsByNamingItsPage() throws IOException {
    Files.writeString(folder.resolve("demo.html"), "old");
    List<String> lines = Child.tiptoe("demo", "--for", "1s").in(folder).outcome().expect(0).lines();
    assertTrue(
        lines.contains(
            "The trace is in demo.tiptoe. Now try: ./tiptoe ids demo.tiptoe --module Demo"),
        lines::toString);
    assertEquals(
        "Flame graph, timeline, methods and types are in demo-2.html, which any browser opens.",
        lines.get(lines.size() - 1));
    assertTrue(Files.readString(folder.resolve("demo-2.html")).startsWith("<!doctype html>"));
    assertTrue(lines.stream().anyMatch(line -> line.endsWith("%  Worker.Work()")), lines::toString);
    assertEquals("old", Files.readString(folder.resolve("demo.html")));
  }
}
