// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tour of the package of fields is the example, and does what it says. */
final class FieldsExampleTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home", ".."));

  @Test
  void example_run_printsTheFieldsAndReasons() throws IOException {
    RuntimeIdMap map = new RuntimeIdMap();
    ModuleID demo = new ModuleID(1);
    Image image = Image.open(TestAssembly.DEMO.path());
    Token ship = image.findType("Tiptoe.Demo", "Ship").orElseThrow().token();
    map.moduleLoaded(1, demo, LoadedModule.ofFile(TestAssembly.DEMO.path().toString()));
    map.classLoaded(
        12_300_000, new ClassID(7), new ClassShape.Defined(demo, ship, new ClassID(0), List.of()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FieldsExample.run(map, new ClassID(7), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(4, lines.size());
    assertEquals(
        "mooring: Tiptoe.Demo.Mooring: published, because it is the type of field 'mooring' of"
            + " Tiptoe.Demo.Ship, which was announced at 12.3 ms",
        lines.get(2));
  }

  @Test
  void tour_isTheExample() throws IOException {
    List<String> tour = lines("resolver/src/main/java/dev/tiptoe/resolver/field/package-info.java");
    List<String> example =
        lines("resolver/src/test/java/dev/tiptoe/resolver/example/FieldsExample.java");
    List<String> snippet =
        tour.subList(tour.indexOf("* <pre>{@code") + 1, tour.indexOf("* }</pre>")).stream()
            .map(line -> line.substring(1).strip())
            .toList();
    assertTrue(snippet.size() > 3, snippet::toString);
    snippet.forEach(line -> assertTrue(example.contains(line), line));
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(HOME.resolve(file)).stream().map(String::strip).toList();
  }
}
