// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.command.Script;
import dev.tiptoe.testdata.shape.TypeShape;
import dev.tiptoe.testdata.shape.TypeShapes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types of every shape that the C# compiler may meet, beside what it calls them itself. */
@Tag("quarter-1")
class CompilerShapesTest {

  private static final int METHOD_DEF = 0x06;

  @TempDir private Path folder = Path.of("");

  @Test
  void types_ofEveryShape_areCalledAsTheCompilerCallsThem() throws Exception {
    List<TypeShape> shapes = TypeShapes.valid();
    Path file = Files.write(folder.resolve("Shapes.dll"), TypeShapes.assembly("Shapes", shapes));
    Image image = Image.open(file);
    Names csharp = new Names(image, NameStyle.CSHARP);
    Names docid = new Names(image, NameStyle.DOCID);
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    for (String line : Script.run("testdata/names/build", file.toString()).lines().toList()) {
      String[] fields = line.split("\t", -1);
      Token token = new Token(Integer.decode(fields[1]));
      if (token.table() == METHOD_DEF) {
        TypeShape shape = shapes.get(token.rid() - 1);
        String model = "Shapes.M(" + shape.csharp() + ")";
        if (!fields[3].equals(csharp.of(token))
            || !fields[3].equals(model)
            || !fields[2].equals(docid.of(token))) {
          wrong.add(line + ", not " + csharp.of(token) + " and " + docid.of(token));
        }
        compared++;
      }
    }
    assertEquals(List.of(), wrong.subList(0, Math.min(wrong.size(), 5)), wrong.size() + " wrong");
    assertEquals(shapes.size(), compared);
    assertTrue(compared > 10_000, compared + " types");
  }
}
