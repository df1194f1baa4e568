// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tour of the package is the example that is compiled and run here. */
final class ReferencesExampleTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home", ".."));
  private static final String SOURCES = "resolver/src/main/java/dev/tiptoe/resolver/reference";
  private static final String EXAMPLE =
      "resolver/src/test/java/dev/tiptoe/resolver/example/ReferencesExample.java";

  @Test
  void example_run_printsWhatTheTokensMean() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ReferencesExample.run(fruit(), app(), out);
    assertEquals(
        """
        resolved: 0x02000002 of Fruit.dll, by 0x01000001 of App.dll (possible)
        Sweet.Apple[]
        resolved: 0x04000001 of Fruit.dll
        App.dll has no row 0x02000fff
        """,
        bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"));
  }

  @Test
  void tour_ofThePackage_isTheExample() throws IOException {
    List<String> example = lines(HOME.resolve(EXAMPLE));
    List<String> tour =
        lines(HOME.resolve(SOURCES).resolve("package-info.java")).stream()
            .map(line -> line.replaceFirst("^\\* ?", ""))
            .dropWhile(line -> !line.startsWith("<pre>"))
            .skip(1)
            .takeWhile(line -> !line.startsWith("}</pre>"))
            .toList();
    assertFalse(tour.isEmpty());
    tour.forEach(line -> assertTrue(example.contains(line), () -> "not in the example: " + line));
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream().map(String::strip).toList();
  }

  private static Image fruit() {
    ImageBuilder fruit = ImageBuilder.assembly("Fruit", "1.0.0.0");
    fruit.typeDef("Sweet", "Apple");
    fruit.field("seeds", SignatureBlobs.field(SignatureBlobs.primitive(SignatureBlobs.I4)));
    return Image.of("Fruit.dll", fruit.build().buffer());
  }

  private static Image app() {
    ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
    int apple = app.typeRef(app.assemblyRef("Fruit", "1.0.0.0"), "Sweet", "Apple");
    app.typeSpec(SignatureBlobs.szArray(SignatureBlobs.classType(apple)));
    app.memberRef(
        apple, "seeds", SignatureBlobs.field(SignatureBlobs.primitive(SignatureBlobs.I4)));
    return Image.of("App.dll", app.build().buffer());
  }
}
