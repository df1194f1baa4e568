// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.Mutant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code MutantsTest} share, which stand by kind. */
abstract class MutantsFixture {

  /** The tables whose rows have names. */
  static final int[] NAMED = {
    0x00, 0x01, 0x02, 0x04, 0x06, 0x08, 0x0a, 0x14, 0x17, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27, 0x28,
    0x2a, 0x2b
  };

  @TempDir Path folder = Path.of("");

  void areReadOrRefused(TestAssembly assembly, int count) throws IOException {
    Mutant mutants = new Mutant(Files.readAllBytes(assembly.path()));
    Path file = folder.resolve("Mutant.dll");
    for (int seed = 0; seed < count; seed++) {
      Files.write(file, mutants.of(seed));
      for (List<String> command : commands(file)) {
        Outcome outcome = TiptoeRun.tiptoe(command.toArray(String[]::new));
        String what = seed + ": " + command + ": " + outcome.err();
        assertFalse(outcome.err().contains("internal error"), what);
        assertTrue(outcome.status() <= ExitCode.BAD_INPUT, what);
      }
    }
  }

  List<List<String>> commands(Path file) {
    String path = file.toString();
    List<List<String>> all = new ArrayList<>();
    for (String style : List.of("reflection", "clr", "csharp", "docid")) {
      all.add(List.of("names", path, "--style", style));
      all.add(List.of("names", path, "--style", style, "--tokens", someTokens()));
    }
    all.add(List.of("dump", path));
    all.add(List.of("dump", path, "--json", "--table", "TypeDef,MethodDef,Param,MemberRef"));
    all.add(List.of("refs", folder.toString(), "--members", "--tsv"));
    return all;
  }

  static String someTokens() {
    return IntStream.of(NAMED)
        .boxed()
        .flatMap(table -> IntStream.rangeClosed(1, 40).mapToObj(rid -> table << 24 | rid))
        .map(token -> String.format("0x%08x", token))
        .collect(Collectors.joining(","));
  }
}
