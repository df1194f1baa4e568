// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** From a type to its members, and back from a member to its type. */
class OwnerTest {

  /** Types with the given beginnings of method lists, over {@code methods} methods. */
  private static ImageBuilder types(int methods, int... lists) {
    ImageBuilder builder = new ImageBuilder();
    for (int list : lists) {
      builder.row(Table.TYPE_DEF, 0, 0, 0, 0, 1, list);
    }
    for (int i = 0; i < methods; i++) {
      builder.method("M" + i);
    }
    return builder;
  }

  private static List<Integer> owners(Image image) {
    return image.methodDefs().stream().map(method -> method.declaringType().rid()).toList();
  }

  private static List<List<Integer>> methods(Image image) {
    return image.typeDefs().stream()
        .map(type -> type.methods().stream().map(MethodDef::rid).toList())
        .toList();
  }

  @Test
  void members_ofAnOrdinaryModule_haveTheirType() {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");
    builder.typeDef("", "A");
    builder.method("M1");
    builder.method("M2");
    builder.field("F1");
    builder.typeDef("", "Empty");
    builder.typeDef("", "B");
    builder.method("M3");
    builder.field("F2");
    builder.field("F3");
    Image image = Given.image(builder);
    assertEquals(List.of(2, 2, 4), owners(image));
    assertEquals(List.of(List.of(), List.of(1, 2), List.of(), List.of(3)), methods(image));
    assertEquals(2, new Field(image, 1).declaringType().rid());
    assertEquals(4, new Field(image, 2).declaringType().rid());
    assertEquals(
        List.of("F2", "F3"), new TypeDef(image, 4).fields().stream().map(Field::name).toList());
  }

  @Test
  void methods_beforeTheFirstList_haveNoOwner() {
    Image image = Given.image(types(3, 3));
    assertEquals(0, new MethodDef(image, 1).declaringType().rid());
    assertEquals(0, new MethodDef(image, 2).declaringType().rid());
    assertEquals(1, new MethodDef(image, 3).declaringType().rid());
  }

  @Test
  void methods_throughPointers_haveTheOwnerOfTheirPointer() {
    ImageBuilder builder = types(4, 1, 3);
    for (int row : new int[] {4, 1, 3, 2}) {
      builder.row(Table.METHOD_PTR, row);
    }
    Image image = Given.image(builder.uncompressed());
    assertEquals(List.of(List.of(4, 1), List.of(3, 2)), methods(image));
    assertEquals(List.of(1, 2, 2, 1), owners(image));
  }

  @Test
  void fields_throughPointers_haveTheOwnerOfTheirPointer() {
    ImageBuilder builder = new ImageBuilder().uncompressed();
    builder.row(Table.TYPE_DEF, 0, 0, 0, 0, 1, 1);
    builder.row(Table.TYPE_DEF, 0, 0, 0, 0, 2, 1);
    builder.field("F1");
    builder.field("F2");
    builder.row(Table.FIELD_PTR, 2);
    builder.row(Table.FIELD_PTR, 1);
    Image image = Given.image(builder);
    assertEquals(2, new Field(image, 1).declaringType().rid());
    assertEquals(1, new Field(image, 2).declaringType().rid());
    assertEquals("F2", new TypeDef(image, 1).fields().get(0).name());
  }

  @Test
  void methods_withoutAPointerToThem_haveNoOwner() {
    ImageBuilder builder = types(3, 1);
    builder.row(Table.METHOD_PTR, 2);
    builder.row(Table.METHOD_PTR, 9);
    assertEquals(List.of(0, 1, 0), owners(Given.image(builder)));
  }

  @Test
  void methods_whosePointersAreCutOff_haveNoOwnerThatCouldBeRead() {
    ImageBuilder builder = types(0, 1).claim(Table.METHOD_DEF, 2);
    builder.row(Table.METHOD_PTR, 1);
    Image image = Given.image(builder.claim(Table.METHOD_PTR, 0xffffff));
    TypeDef owner = new MethodDef(image, 1).declaringType();
    assertThrows(MetadataFormatException.class, owner::name);
  }

  /** The end of the list of the last whole type is not known. */
  @Test
  void methods_ofTypesThatAreCutOff_haveTheOwnersWhoseListsAreWhole() {
    ImageBuilder builder = types(0, 1, 3, 4).claim(Table.TYPE_DEF, 5).claim(Table.METHOD_DEF, 6);
    Image image = Given.image(builder);
    assertEquals(3, image.tables().whole(TypeDef.TABLE));
    assertEquals(1, new MethodDef(image, 2).declaringType().rid());
    assertEquals(2, new MethodDef(image, 3).declaringType().rid());
    assertEquals(0, new MethodDef(image, 4).declaringType().rid());
    assertEquals(0, new MethodDef(image, 5).declaringType().rid());
  }

  @Test
  void methods_0xffffOfThem_haveTheirOwners() {
    Image image = Given.image(types(0xffff, 1, 0xffff, 0));
    assertEquals(1, new MethodDef(image, 0xfffe).declaringType().rid());
    assertEquals(2, new MethodDef(image, 0xffff).declaringType().rid());
    assertEquals(List.of(), new TypeDef(image, 3).methods());
  }

  @Test
  void methods_ofOverlappingLists_belongToTheLastThatHoldsThem() {
    Image image = Given.image(types(5, 1, 4, 2));
    assertEquals(List.of(1, 3, 3, 3, 3), owners(image));
    assertEquals(List.of(List.of(1, 2, 3), List.of(), List.of(2, 3, 4, 5)), methods(image));
  }

  /** The two ways agree, whatever the lists say: whose run holds a method last, owns it. */
  @Property(tries = 300)
  void owners_ofAnyLists_areTheLastTypesWhoseRunsHoldThem(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 10) Integer> lists,
      @ForAll @IntRange(max = 8) int methods,
      @ForAll @Size(max = 8) List<@IntRange(max = 9) Integer> pointers) {
    ImageBuilder builder = types(methods, lists.stream().mapToInt(list -> list).toArray());
    pointers.forEach(row -> builder.row(Table.METHOD_PTR, row));
    Image image = Given.image(builder);
    List<List<Integer>> runs = methods(image);
    List<Integer> expected = new ArrayList<>();
    for (int method = 1; method <= methods; method++) {
      int rid = method;
      expected.add(
          IntStream.rangeClosed(1, runs.size())
              .filter(type -> runs.get(type - 1).contains(rid))
              .max()
              .orElse(0));
    }
    assertEquals(expected, owners(image));
  }
}
