// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerializedTypeNameTest {

  private static SerializedTypeName parse(String text) {
    return SerializedTypeName.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T | '' | T | [T] | '' | ''",
        "N.M.T | N.M | T | [N.M.T] | '' | ''",
        "N..T+.U | N | .T | [N..T, .U] | '' | ''",
        ".T | '' | .T | [.T] | '' | ''",
        "N.T+U+V`1 | N | T | [N.T, U, V`1] | '' | ''",
        "N.T, A | N | T | [N.T] | '' | A",
        "N.T[], A, Version=1.0.0.0, Culture=neutral | N | T | [N.T] | [] | A",
        "T*[][,,]& | '' | T | [T] | *[][,,]& | ''",
        "T[*] | '' | T | [T] | [*] | ''",
        "N.\\+a\\,b\\[\\]\\&\\*\\\\ | N | +a,b[]&*\\ | [N.+a,b[]&*\\] | '' | ''",
        "List`1[[N.T, A]] | '' | List`1 | [List`1] | '' | ''",
        "  T,   A | '' | T | [T] | '' | A"
      })
  void name_ofEachForm_hasItsParts(
      String text, String namespace, String name, String path, String suffix, String assembly) {
    SerializedTypeName parsed = parse(text);
    assertEquals(namespace, parsed.namespace());
    assertEquals(name, parsed.name());
    assertEquals(path, parsed.path().toString());
    assertEquals(suffix, parsed.suffix());
    assertEquals(assembly, parsed.assemblyName());
  }

  @Test
  void name_withTypeArguments_hasThemAsNames() {
    SerializedTypeName name =
        parse("D`3[[K[], A, Version=1.0.0.0],V*,[L`1[[X, C\\]]], D]][,], B, Culture=neutral");
    assertEquals(
        List.of(parse("K[], A, Version=1.0.0.0"), parse("V*"), parse("L`1[[X, C\\]]], D")),
        name.arguments());
    assertEquals("[,]", name.suffix());
    assertEquals("B, Culture=neutral", name.assembly());
    assertEquals(name, parse(name.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", ",", "T,", "T, ", "+T", "T+", "T++U", "T[", "T[[", "T[[U", "T[[U]", "T[U", "T]",
        "T[]U", "T\\", "[T]", "T[U]]", "T[U,]", "T[[U]V]", "T*+U", "&"
      })
  void text_thatIsNoName_isNone(String text) {
    assertEquals(Optional.empty(), SerializedTypeName.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"T[", "T[[", "T[[T,A],", "[", "T++", "*", ",", "+"})
  void text_thatRepeatsWithoutEnd_isNone(String part) {
    assertEquals(Optional.empty(), SerializedTypeName.parse(part.repeat(100_000)));
    assertEquals(
        Optional.empty(),
        SerializedTypeName.parse(part.repeat(100_000) + "T" + "]".repeat(200_000)));
  }

  @Test
  void name_withoutLetters_cannotBeMade() {
    List<String> nothing = List.of("");
    assertThrows(
        IllegalArgumentException.class, () -> new SerializedTypeName(nothing, List.of(), "", ""));
    assertThrows(
        IllegalArgumentException.class, () -> new SerializedTypeName(List.of(), List.of(), "", ""));
  }

  @Test
  void type_ofAName_isFoundInItsModule() {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    int outer = builder.typeDef("N.M", "T");
    builder.nested(builder.nested(outer, "U"), "V");
    Image image = Given.image(builder);
    assertEquals("V", parse("N.M.T+U+V, Whatever").in(image).orElseThrow().name());
    assertEquals("T", parse("N.M.T").in(image).orElseThrow().name());
    assertEquals(Optional.empty(), parse("N.M.T+V").in(image));
    assertEquals(Optional.empty(), parse("M.T").in(image));
  }

  @ParameterizedTest
  @ValueSource(strings = {"N..Foo", ".Bar", "N.Plain", "N...Foo", "Alone", "N..Foo+.In"})
  void type_withDotsInItsName_isFoundAsTheImageFindsIt(String name) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    builder.nested(builder.typeDef("N", ".Foo"), ".In");
    builder.typeDef("", ".Bar");
    builder.typeDef("N", "Plain");
    builder.typeDef("N.", ".Foo");
    builder.typeDef("", "Alone");
    Image image = Given.image(builder);
    assertTrue(image.findType(name).isPresent());
    assertEquals(image.findType(name), parse(name).in(image));
  }

  @Property(tries = 2000)
  void name_ofAnyParts_readsBackEqual(@ForAll long seed) {
    SerializedTypeName name = any(new Random(seed), 0);
    assertEquals(Optional.of(name), SerializedTypeName.parse(name.toString()));
  }

  private static SerializedTypeName any(Random random, int depth) {
    List<String> path = list(1 + random.nextInt(3), () -> word(random)).toList();
    int arity = depth > 3 ? 0 : random.nextInt(3);
    List<SerializedTypeName> arguments = list(arity, () -> any(random, depth + 1)).toList();
    List<String> suffixes = List.of("", "[]", "[,,]", "[*]", "*", "&", "[][,]*&");
    String suffix = suffixes.get(random.nextInt(suffixes.size()));
    String assembly = random.nextBoolean() ? "" : "A" + random.nextInt() + ", Version=1.0.0.0";
    return new SerializedTypeName(path, arguments, suffix, assembly);
  }

  private static String word(Random random) {
    String letters = "ab.`1+,[]&*\\ \u00e9";
    return "x"
        + random
            .ints(random.nextInt(6), 0, letters.length())
            .mapToObj(i -> letters.substring(i, i + 1))
            .reduce("", String::concat);
  }

  private static <T> Stream<T> list(int size, Supplier<T> element) {
    return Stream.generate(element).limit(size);
  }

  @Property(tries = 5000)
  void name_ofAnyText_isANameOrNone(@ForAll long seed) {
    Random random = new Random(seed);
    String letters = "T.+,[]&*\\ ";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    Optional<SerializedTypeName> name = SerializedTypeName.parse(text.toString());
    name.ifPresent(parsed -> assertEquals(name, SerializedTypeName.parse(parsed.toString())));
  }
}
