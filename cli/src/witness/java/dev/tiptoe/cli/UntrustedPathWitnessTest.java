// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that takes a path, with one that is made of what must not reach a terminal: of
 * something that is there, and of something that is not.
 */
@Tag("quarter-1")
class UntrustedPathWitnessTest extends UntrustedPathFixture {

  private static final String ESCAPED =
      UntrustedText.FOLDERS.stream().map(UntrustedText::escaped).collect(Collectors.joining("/"));

  static Stream<String> commandsWithPaths() {
    return lines().keySet().stream();
  }

  /** Made by a shell: this JVM may be in a locale where it cannot name such a file itself. */
  @BeforeEach
  void makeFiles() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    image.typeDef("N", "C");
    image.method("M", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    image.typeRef(image.assemblyRef("B", "1.0.0.0"), "N", "T");
    Path dll = Files.write(folder.resolve("a.dll"), image.build().bytes());
    byte[] trace = TraceOf.text("a", dll);
    Files.write(folder.resolve("a.tiptoe"), trace);
    Files.write(folder.resolve("cut.tiptoe"), Arrays.copyOf(trace, trace.length - 1));
    byte[] member = image.build().bytes();
    Files.write(
        folder.resolve("bundle"),
        new BundleBuilder(6, (byte) 0x7f, (byte) 'E', (byte) 'L', (byte) 'F')
            .member(PATH + "/a.dll", BundleBuilder.ASSEMBLY, member)
            .build());
    Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
    Path runtime = folder.resolve("shared/Microsoft.NETCore.App/9.9.9");
    Files.createDirectories(runtime);
    Files.createFile(runtime.resolve("libcoreclr.so"));
    Path dotnet = Files.createFile(folder.resolve("dotnet"));
    assertTrue(dotnet.toFile().setExecutable(true));
    shell("mkdir -p \"$P\" && mv a.* cut.tiptoe bundle link shared dotnet \"$P\"").expect(0);
  }

  @ParameterizedTest
  @MethodSource("commandsWithPaths")
  void path_ofSuchText_isEscaped(String command) throws IOException {
    for (String line : lines().getOrDefault(command, List.of())) {
      Outcome outcome = tiptoe(line);
      UntrustedText.assertAbsent("tiptoe", outcome, line.contains("--tsv"));
      String said = outcome.out() + outcome.err();
      assertTrue(said.replace("\\b", "\\u0008").replace("\\f", "\\u000c").contains(ESCAPED), said);
      assertTrue(outcome.err().lines().count() <= 1, outcome::err);
      assertFalse(outcome.err().contains("null"), outcome::err);
    }
  }
}
