// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.shape.TypeShape;
import dev.tiptoe.testdata.shape.TypeShapes;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The types of every shape that a runtime loads, beside what its reflection calls them: {@code
 * ResolveTokens}, whose source is in {@code testdata/assemblies}, asks it.
 */
class TypeShapesTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void types_ofEveryShape_areCalledAsReflectionCallsThem() throws Exception {
    List<TypeShape> shapes = TypeShapes.valid();
    Files.write(folder.resolve("Shapes.dll"), TypeShapes.assembly("Shapes", shapes));
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    Process process =
        new ProcessBuilder(
                Installation.current().host().toString(),
                TestRuntime.directory().toString(),
                TestAssembly.RESOLVE_TOKENS.path().toString(),
                folder.toString(),
                "parameters")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        TypeShape shape = shapes.get(compared);
        String[] fields = line.split("\t", -1);
        if (!fields[2].equals(shape.simple()) || !fields[3].equals(shape.clr())) {
          wrong.add(line + ", not " + shape.simple() + " and " + shape.clr());
        }
        compared++;
      }
    }
    assertEquals(0, process.waitFor());
    assertEquals(List.of(), wrong.subList(0, Math.min(wrong.size(), 5)), wrong.size() + " wrong");
    assertEquals(shapes.size(), compared);
    assertTrue(compared > 10_000, compared + " types");
  }
}
