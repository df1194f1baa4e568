// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples in the packages' documentation are compiled and run here. */
final class ToursTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home", ".."));

  @ParameterizedTest
  @CsvSource({"'', SessionExample", "field/, FieldsExample"})
  void tour_isTheExample(String folder, String example) throws IOException {
    List<String> snippet =
        snippets("resolver/src/main/java/dev/tiptoe/resolver/" + folder + "package-info.java");
    List<String> compiled =
        lines("resolver/src/test/java/dev/tiptoe/resolver/example/" + example + ".java");
    assertTrue(snippet.size() > 3, snippet::toString);
    snippet.forEach(line -> assertTrue(compiled.contains(line), line));
  }

  private static List<String> snippets(String file) throws IOException {
    List<String> shown = new ArrayList<>();
    boolean inside = false;
    for (String line : lines(file)) {
      boolean end = line.equals("* }</pre>");
      if (inside && !end) {
        shown.add(line.substring(1).strip());
      }
      inside = line.equals("* <pre>{@code") || (inside && !end);
    }
    return shown;
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(HOME.resolve(file)).stream().map(String::strip).toList();
  }
}
