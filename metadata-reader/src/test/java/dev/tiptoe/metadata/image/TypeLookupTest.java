// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Types found by name, and their enclosing types. */
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

  /** Tools that merge assemblies make such types. */
  @Test
  void type_thatIsNestedAndHasANamespace_isFoundByBoth() {
    ImageBuilder builder = module();
    int outer = builder.typeDef("N", "Outer");
    int inner = builder.typeDef("M.K", "Inner");
    builder.nest(inner, outer);
    builder.nested(outer, "L.Dotted");
    int dotted = builder.typeDef("L", "Dotted");
    builder.nest(dotted, outer);
    Image image = Given.image(builder);
    TypeDef outerType = image.findType("N", "Outer").orElseThrow();
    assertEquals(3, rid(image.findNested(outerType, "M.K.Inner")));
    assertEquals(3, rid(image.findType("N.Outer+M.K.Inner")));
    assertEquals(Optional.empty(), image.findNested(outerType, "Inner"));
    assertEquals(Optional.empty(), image.findNested(outerType, "K.Inner"));
    assertEquals(4, rid(image.findNested(outerType, "L.Dotted")));
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
    assertEquals("0x02000002", in.find(sought(from, 1)).toString());
    assertEquals(3, rid(in.findNested(new TypeDef(in, 2), sought(from, 2))));
    assertTrue(in.find(sought(from, 2)).isNil());
    assertTrue(in.find(sought(from, 3)).isNil());
  }

  private static SoughtType sought(Image from, int typeRef) {
    return SoughtType.of(new TypeRef(from, typeRef));
  }

  @Test
  void typeThatIsDefinedAndExported_isFoundWhereItIsDefined() {
    ImageBuilder builder = module();
    builder.typeDef("N", "Both");
    builder.exportedType(builder.assemblyRef("Target", "1.0.0.0"), "N", "Both");
    builder.typeRef(0, "N", "Both");
    Image image = Given.image(builder);
    assertEquals("0x02000002", image.find(sought(image, 1)).toString());
    assertEquals(1, rid(image.findExported("N", "Both")));
  }

  @Test
  void type_insideOneOfAnotherImage_isRefused() {
    ImageBuilder builder = ImageBuilder.assembly("a", "1.0.0.0");
    int outer = builder.typeDef("N", "Outer");
    builder.nested(outer, "Inner");
    int around = builder.exportedType(builder.file("b.netmodule"), "N", "Out");
    builder.exportedType(around, "", "In");
    builder.typeRef(builder.typeRef(0, "N", "Outer"), "", "Inner");
    Image image = Given.image(builder);
    Image other = Given.image(builder);
    TypeDef theirs = other.typeDefs().get(1);
    ExportedType exported = new ExportedType(other, 1);
    SoughtType named = sought(image, 2);
    assertEquals(3, rid(other.findNested(theirs, "Inner")));
    assertEquals(3, rid(other.findNested(theirs, named)));
    assertEquals(2, rid(other.findNested(exported, "In")));
    assertThrows(IllegalArgumentException.class, () -> image.findNested(theirs, "Inner"));
    assertThrows(IllegalArgumentException.class, () -> image.findNested(exported, "In"));
    assertThrows(IllegalArgumentException.class, () -> image.findNested(theirs, named));
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
    assertEquals("0x27000001", image.find(sought(image, 1)).toString());
    assertTrue(image.find(sought(image, 2)).isNil());
    assertEquals("0x27000003", image.find(sought(image, 3)).toString());
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
    assertEquals("0x27000001", image.find(sought(image, 1)).toString());
    assertTrue(image.find(sought(image, 2)).isNil());
    assertEquals(
        List.of("ExportedType has 16777215 rows, of which 1 are there"),
        image.damage().stream().map(MetadataFormatException::reason).toList());
    Image cut = Given.image(module().claim(Table.TYPE_DEF, 0xffffff));
    assertEquals(1, rid(cut.findType("", "<Module>")));
    assertEquals(1, cut.typeDefs().size());
  }

  @Test
  void type_byItsReflectionName_isFound() {
    ImageBuilder builder = module();
    int outer = builder.typeDef("N.M", "Outer");
    int inner = builder.nested(outer, "Inner`1");
    builder.nested(inner, "Plus+Name");
    builder.typeDef("", "Alone");
    builder.typeDef("N", ".ctor");
    builder.typeDef("", ".hidden");
    builder.typeDef("N", "A,B");
    Image image = Given.image(builder);
    assertEquals(2, rid(image.findType("N.M.Outer")));
    assertEquals(3, rid(image.findType("N.M.Outer+Inner`1")));
    assertEquals(4, rid(image.findType("N.M.Outer+Inner`1+Plus\\+Name")));
    assertEquals(5, rid(image.findType("Alone")));
    assertEquals(6, rid(image.findType("N..ctor")));
    assertEquals(7, rid(image.findType(".hidden")));
    assertEquals(8, rid(image.findType("N.A\\,B")));
    for (String none :
        new String[] {
          "",
          "+",
          "Outer",
          "N.Outer",
          "N.M.Outer+Inner",
          "N.M.Outer+",
          "Alone[]",
          "Alone*",
          "Alone&",
          "Alone, a",
          "N.M.Outer+Inner`1[Alone]",
          "Alone\\"
        }) {
      assertEquals(0, rid(image.findType(none)), none);
    }
  }

  /** No heap holds a zero or half a character; what they would become in UTF-8 is another name. */
  @Test
  void type_ofANameThatNoHeapHolds_isNotFound() {
    ImageBuilder builder = module();
    builder.typeDef("", "A");
    builder.typeDef("", "?");
    builder.typeDef("", "\ufffd");
    Image image = Given.image(builder);
    assertEquals(0, rid(image.findType("", "A\0B")));
    assertEquals(0, rid(image.findType("", "\ud800")));
    assertEquals(0, rid(image.findType("A\0", "A")));
    assertEquals(0, rid(image.findType("\udc00", "A")));
    assertEquals(4, rid(image.findType("", "\ufffd")));
  }

  @Test
  void member_byName_isFoundWithAllItsOverloads() {
    ImageBuilder builder = module();
    builder.typeDef("N", "A");
    builder.method("M", (byte) 0, (byte) 0, (byte) 1);
    builder.method("Other");
    builder.field("F", (byte) 6, (byte) 8);
    builder.typeDef("N", "B");
    builder.method("M", (byte) 0, (byte) 0, (byte) 2);
    builder.method("M", (byte) 0, (byte) 1, (byte) 1, (byte) 2);
    builder.field("F", (byte) 6, (byte) 9);
    builder.field("F", (byte) 6, (byte) 8);
    Image image = Given.image(builder);
    TypeDef a = new TypeDef(image, 2);
    TypeDef b = new TypeDef(image, 3);
    assertEquals(List.of(1), rids(a.findMethods("M")));
    assertEquals(List.of(3, 4), rids(b.findMethods("M")));
    assertEquals(List.of(), b.findMethods("Other"));
    assertEquals(List.of(), b.findMethods("m"));
    assertEquals(List.of(2, 3), rids(b.findFields("F")));
    assertEquals(4, rid(b.findMethod("M", new MethodDef(image, 4).signature())));
    assertEquals(Optional.empty(), a.findMethod("M", new MethodDef(image, 4).signature()));
    assertEquals(3, rid(b.findField("F", new Field(image, 1).signature())));
    assertEquals(1, rid(a.findField("F", Given.bytes(6, 8))));
  }

  @Test
  void overloads_inAnyNumber_areFoundByTheirSignature() {
    ImageBuilder builder = module().heapSizes(7);
    builder.typeDef("N", "A");
    int many = 60_000;
    for (int i = 0; i < many; i++) {
      builder.method("M", overload(i));
      builder.field("F", overload(i));
    }
    Image image = Given.image(builder);
    TypeDef type = image.typeDefs().get(1);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < many; i++) {
            Bytes signature = Given.bytes(overload(i));
            assertEquals(i + 1, rid(type.findMethod("M", signature)));
            assertEquals(i + 1, rid(type.findField("F", signature)));
          }
        });
    assertEquals(Optional.empty(), type.findMethod("M", Given.bytes(overload(many))));
  }

  private static byte[] overload(int i) {
    return new byte[] {(byte) i, (byte) (i >>> 8), (byte) (i >>> 16)};
  }

  @Test
  void overloads_thatDifferOnlyFarBehind_areFoundByTheirSignature() {
    ImageBuilder builder = module();
    builder.typeDef("N", "A");
    for (int i = 0; i < 10; i++) {
      builder.method("M", Arrays.copyOf(new byte[0], 1000 + i % 2));
      byte[] last = new byte[1000];
      last[999] = (byte) i;
      builder.method("M", last);
    }
    builder.set(builder.method("M"), "Signature", 0x7fffffff);
    Image image = Given.image(builder);
    TypeDef type = image.typeDefs().get(1);
    for (MethodDef method : image.methodDefs().subList(0, 20)) {
      assertEquals(
          type.methods().stream()
              .limit(20)
              .filter(other -> other.signature().sameAs(method.signature()))
              .findFirst(),
          type.findMethod("M", method.signature()));
    }
  }

  @Test
  void propertiesAndEvents_byName_areFound() {
    ImageBuilder builder = module();
    builder.typeDef("N", "A");
    builder.typeDef("N", "B");
    builder.row(Table.PROPERTY_MAP, 2, 1);
    builder.row(Table.PROPERTY_MAP, 3, 2);
    builder.row(Table.EVENT_MAP, 3, 1);
    int item = builder.string("Item");
    for (int i = 0; i < 3; i++) {
      builder.row(Table.PROPERTY, 0, item, 0);
    }
    builder.row(Table.EVENT, 0, item, 0);
    Image image = Given.image(builder);
    assertEquals(List.of(1), rids(new TypeDef(image, 2).findProperties("Item")));
    assertEquals(List.of(2, 3), rids(new TypeDef(image, 3).findProperties("Item")));
    assertEquals(List.of(), new TypeDef(image, 2).findEvents("Item"));
    assertEquals(List.of(1), rids(new TypeDef(image, 3).findEvents("Item")));
  }

  /** The index agrees with a walk through all rows, whatever the names and types are. */
  @Property(tries = 300)
  void rows_ofAnyNames_areFoundAsAWalkFindsThem(
      @ForAll @Size(max = 20) List<@IntRange(max = 4) Integer> methods,
      @ForAll @Size(max = 20) List<@IntRange(max = 4) Integer> types) {
    ImageBuilder builder = new ImageBuilder();
    types.forEach(name -> builder.typeDef("N" + name % 2, "T" + name / 2));
    builder.typeDef("", "Owner");
    methods.forEach(name -> builder.method("M" + name));
    Image image = Given.image(builder);
    TypeDef owner = new TypeDef(image, types.size() + 1);
    for (int name = 0; name <= 5; name++) {
      String method = "M" + name;
      assertEquals(
          owner.methods().stream().filter(row -> row.name().equals(method)).toList(),
          owner.findMethods(method));
      assertEquals(types.indexOf(name) + 1, rid(image.findType("N" + name % 2, "T" + name / 2)));
    }
  }

  private static List<Integer> rids(List<? extends Row> rows) {
    return rows.stream().map(Row::rid).toList();
  }
}
