// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.example;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README shows the example that is compiled and run here, and no other. */
class ReadmeTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home", ".."));
  private static final String EXAMPLE =
      "resolver/src/test/java/dev/tiptoe/resolver/example/OwnAgentExample.java";

  @Test
  void snippet_isTheExample() throws IOException {
    List<String> readme = Files.readAllLines(HOME.resolve("README.md"));
    int begin = readme.indexOf("```java");
    List<String> snippet =
        readme.subList(begin + 1, readme.size()).stream()
            .takeWhile(line -> !line.equals("```"))
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    List<String> example =
        Files.readAllLines(HOME.resolve(EXAMPLE)).stream().map(String::strip).toList();
    assertFalse(snippet.isEmpty());
    snippet.forEach(
        line -> assertTrue(example.contains(line), () -> "not in the example: " + line));
  }
}
