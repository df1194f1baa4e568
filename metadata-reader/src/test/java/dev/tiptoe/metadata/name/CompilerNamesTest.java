// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The C# compiler's own names for every type and member of {@code Constructs.dll}: {@code
 * testdata/names/Constructs.tsv}, with the program that asked the compiler beside it.
 */
class CompilerNamesTest {

  /** One line of the file. */
  private record Golden(Token token, String documentationId, String display) {}

  private static List<Golden> golden() throws IOException {
    Path assemblies = Objects.requireNonNull(TestAssembly.CONSTRUCTS.path().getParent());
    try (var lines = Files.lines(assemblies.resolve("../../names/Constructs.tsv"))) {
      return lines
          .map(line -> line.split("\t", -1))
          .map(field -> new Golden(new Token(Integer.decode(field[1])), field[2], field[3]))
          .toList();
    }
  }

  private static String names(NameStyle style) throws IOException {
    Names names = new Names(Image.open(TestAssembly.CONSTRUCTS.path()), style);
    return golden().stream()
        .map(line -> line.token() + " " + names.of(line.token()))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void documentationIds_areThoseOfTheCompiler() throws IOException {
    assertEquals(
        golden().stream()
            .map(line -> line.token() + " " + line.documentationId())
            .collect(Collectors.joining("\n")),
        names(NameStyle.DOCID));
  }

  @Test
  void csharp_isWhatTheCompilerShows() throws IOException {
    assertEquals(
        golden().stream()
            .map(line -> line.token() + " " + settled(line))
            .collect(Collectors.joining("\n")),
        names(NameStyle.CSHARP));
  }

  /**
   * The compiler's output, except for what it derives from attributes ({@code params}, {@code
   * scoped}) and for the static constructor, which it shows like an instance constructor.
   */
  private static String settled(Golden line) {
    String display = line.display().replace("params ", "").replace("scoped ", "");
    return line.documentationId().endsWith(".#cctor")
        ? display.replaceFirst("\\.([^.]*\\(\\))$", ".static $1")
        : display;
  }
}
