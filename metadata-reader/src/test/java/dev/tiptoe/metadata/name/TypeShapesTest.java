// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.shape.TypeShape;
import dev.tiptoe.testdata.shape.TypeShapes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The names of types of every shape, beside a model that composes names as the type is composed.
 */
class TypeShapesTest {

  private static final int DEPTH = 4;

  @Test
  void type_ofEveryShape_hasTheNamesThatItsPartsGive() {
    assertNames(TypeShapes.upTo(DEPTH).toList(), 45_000);
  }

  @Test
  void type_ofAnyTwoParts_hasTheNamesThatTheseGive() {
    assertNames(TypeShapes.ofParts(1).toList(), 2_000);
  }

  private static void assertNames(List<TypeShape> shapes, int least) {
    ImageBuilder builder = TypeShape.module("Shapes");
    int[] tokens = shapes.stream().mapToInt(shape -> builder.typeSpec(shape.blob())).toArray();
    Image image = Given.image(builder);
    Map<NameStyle, Names> names = new EnumMap<>(NameStyle.class);
    for (NameStyle style : NameStyle.values()) {
      names.put(style, new Names(image, style));
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < tokens.length; i++) {
      Token token = new Token(tokens[i]);
      TypeShape shape = shapes.get(i);
      Map<NameStyle, String> expected =
          Map.of(
              NameStyle.CSHARP, shape.csharp(),
              NameStyle.REFLECTION, shape.reflection(),
              NameStyle.CLR, shape.clr(),
              NameStyle.DOCID, "T:" + shape.docid());
      Map<NameStyle, String> found = new HashMap<>();
      names.forEach((style, writer) -> found.put(style, writer.of(token)));
      if (!found.equals(expected)) {
        wrong.add(found + ", not " + expected);
      }
    }
    assertEquals(List.of(), wrong.subList(0, Math.min(wrong.size(), 5)), wrong.size() + " wrong");
    assertTrue(tokens.length >= least, tokens.length + " types");
  }
}
