// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Types found by name, and who encloses whom. */
class TypeLookupTest {

  private static ImageBuilder module() {
    return ImageBuilder.netmodule("a.netmodule");
  }

  private static int rid(Optional<? extends Row> row) {
    return row.map(Row::rid).orElse(0);
  }

  @Test
  void type_byNamespaceAndName_isFound() {
    ImageBuilder builder = module();
    builder.typeDef("N", "A");
    builder.typeDef("", "A");
    builder.typeDef("N.A", "B");
    builder.typeDef("N", "A`1");
    builder.typeDef("", "é😀");
    Image image = Given.image(builder);
    assertEquals(1, rid(image.findType("", "<Module>")));
    assertEquals(2, rid(image.findType("N", "A")));
    assertEquals(3, rid(image.findType("", "A")));
    assertEquals(4, rid(image.findType("N.A", "B")));
    assertEquals(5, rid(image.findType("N", "A`1")));
    assertEquals(6, rid(image.findType("", "é😀")));
    assertEquals(Optional.empty(), image.findType("N", "B"));
    assertEquals(Optional.empty(), image.findType("N", ""));
    assertEquals(Optional.empty(), image.findType("n", "a"));
    assertEquals(Optional.empty(), image.findType("", "N.A"));
  }

  @Test
  void type_thatIsNested_neverAnswersAtTopLevel() {
    ImageBuilder builder = module();
    int outer = builder.typeDef("N", "Outer");
    builder.nested(outer, "Inner");
    int other = builder.typeDef("", "Inner");
    Image image = Given.image(builder);
    assertEquals(other & 0xffffff, rid(image.findType("", "Inner")));
    TypeDef outerType = image.findType("N", "Outer").orElseThrow();
    assertEquals(3, rid(image.findNested(outerType, "Inner")));
    assertEquals(Optional.empty(), image.findNested(outerType, "Outer"));
    assertEquals(
        Optional.empty(), image.findNested(image.findType("", "Inner").orElseThrow(), "Inner"));
  }

  @Test
  void type_ofANameThatStandsTwice_isTheFirst() {
    ImageBuilder builder = module();
    builder.typeDef("N", "Twice");
    builder.typeDef("N", "Twice");
    assertEquals(2, rid(Given.image(builder).findType("N", "Twice")));
  }

  @Test
  void types_inAnyNumber_areAllFound() {
    for (int count : new int[] {0, 1, 2, 3, 4, 5, 100, 1000}) {
      ImageBuilder builder = new ImageBuilder();
      for (int i = 0; i < count; i++) {
        builder.typeDef("N" + i % 3, "T" + i);
      }
      Image image = Given.image(builder);
      for (int i = 0; i < count; i++) {
        assertEquals(i + 1, rid(image.findType("N" + i % 3, "T" + i)));
      }
      assertEquals(Optional.empty(), image.findType("N0", "T" + count));
    }
  }

  @Test
  void typeRef_ofAnotherModule_findsTheTypeItNames() {
    ImageBuilder library = module();
    int outer = library.typeDef("N", "Outer");
    library.nested(outer, "Inner");
    ImageBuilder program = ImageBuilder.netmodule("b.netmodule");
    int scope = program.assemblyRef("a", "0.0.0.0");
    int outerRef = program.typeRef(scope, "N", "Outer");
    program.typeRef(outerRef, "", "Inner");
    program.typeRef(scope, "N", "Absent");
    Image from = Given.image(program);
    Image in = Given.image(library);
    Optional<TypeDef> found = in.findType(Optional.empty(), new TypeRef(from, 1));
    assertEquals(2, rid(found));
    assertEquals(3, rid(in.findType(found, new TypeRef(from, 2))));
    assertEquals(0, rid(in.findType(Optional.empty(), new TypeRef(from, 2))));
    assertEquals(0, rid(in.findType(Optional.empty(), new TypeRef(from, 3))));
  }

  @Test
  void exportedType_thatIsNested_neverAnswersAtTopLevel() {
    ImageBuilder facade = ImageBuilder.assembly("Facade", "1.0.0.0");
    int target = facade.assemblyRef("Target", "1.0.0.0");
    int outer = facade.exportedType(target, "N", "Outer");
    facade.exportedType(outer, "N", "Lone");
    facade.exportedType(target, "N", "Other");
    int scope = facade.assemblyRef("Facade", "1.0.0.0");
    facade.typeRef(scope, "N", "Outer");
    facade.typeRef(scope, "N", "Lone");
    facade.typeRef(scope, "N", "Other");
    Image image = Given.image(facade);
    assertEquals(1, rid(image.findExported(new TypeRef(image, 1))));
    assertEquals(0, rid(image.findExported(new TypeRef(image, 2))));
    assertEquals(3, rid(image.findExported(new TypeRef(image, 3))));
  }

  @Test
  void nestedClassRows_inAnyOrder_tellWhoEnclosesWhom() {
    ImageBuilder builder = module().sorted(0);
    int a = builder.typeDef("", "A");
    int b = builder.typeDef("", "B");
    int c = builder.typeDef("", "C");
    builder.nest(c, b);
    builder.nest(b, a);
    Image image = Given.image(builder);
    assertEquals(3, rid(new TypeDef(image, 4).enclosing()));
    assertEquals(2, rid(new TypeDef(image, 3).enclosing()));
    assertEquals(Optional.empty(), new TypeDef(image, 2).enclosing());
    assertEquals(4, rid(image.findNested(new TypeDef(image, 3), "C")));
  }

  @Test
  void nestedClassRows_thatNameNoType_hurtOnlyTheTypeTheyAreAbout() {
    ImageBuilder builder = module().minimalDelta();
    builder.typeDef("", "A");
    builder.typeDef("", "B");
    builder.row(Table.NESTED_CLASS, 2, 0x7fffffff);
    builder.row(Table.NESTED_CLASS, 0, 2);
    builder.row(Table.NESTED_CLASS, 99, 2);
    builder.row(Table.NESTED_CLASS, -1, 2);
    Image image = Given.image(builder);
    assertThrows(
        MetadataFormatException.class,
        () -> new TypeDef(image, 2).enclosing().orElseThrow().name());
    assertEquals(Optional.empty(), new TypeDef(image, 3).enclosing());
    assertEquals(3, rid(image.findType("", "B")));
    assertEquals(Optional.empty(), image.findType("", "A"));
  }

  @Test
  void genericParameters_inAnyOrder_makeTheirTypesGeneric() {
    ImageBuilder builder = module().sorted(0);
    int plain = builder.typeDef("", "Plain");
    int method = builder.method("M");
    int list = builder.typeDef("", "List`1");
    builder.genericParam(list, 0, "T");
    builder.genericParam(method, 0, "M");
    Image image = Given.image(builder);
    assertTrue(new TypeDef(image, list & 0xffffff).isGeneric());
    assertFalse(new TypeDef(image, plain & 0xffffff).isGeneric());
  }

  @Test
  void lookup_inATableThatIsCutOff_findsWhatIsThere() {
    ImageBuilder facade = module().claim(Table.EXPORTED_TYPE, 0xffffff);
    facade.typeRef(0, "", "A");
    facade.typeRef(0, "", "B");
    facade.exportedType(facade.assemblyRef("Target", "1.0.0.0"), "", "A");
    Image image = Given.image(facade);
    assertEquals(1, rid(image.findExported(new TypeRef(image, 1))));
    assertEquals(0, rid(image.findExported(new TypeRef(image, 2))));
    assertEquals(
        List.of("ExportedType has 16777215 rows, of which 1 are there"),
        image.damage().stream().map(MetadataFormatException::reason).toList());
    Image cut = Given.image(module().claim(Table.TYPE_DEF, 0xffffff));
    assertEquals(1, rid(cut.findType("", "<Module>")));
    assertEquals(1, cut.typeDefs().size());
  }
}
