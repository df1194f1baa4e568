// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From a row to the rows that belong to it, and back. */
class RelationsTest {

  private static final int MODULE_TYPE = 0x02000001;

  private final ImageBuilder builder = ImageBuilder.assembly("a", "1.0.0.0");

  private static List<Integer> rids(List<? extends Row> rows) {
    return rows.stream().map(Row::rid).toList();
  }

  private static int rid(Optional<? extends Row> row) {
    return row.map(Row::rid).orElse(0);
  }

  private int add(Table table, String column, int to, int... cells) {
    int token = builder.row(table, cells);
    builder.set(token, column, ImageBuilder.index(table, column, to));
    return token;
  }

  /** Adds rows that belong to {@code first}, {@code second} and again {@code first}: not sorted. */
  private void mixed(Table table, String column, int first, int second) {
    int[] cells = new int[table.columns().size()];
    add(table, column, first, cells);
    add(table, column, second, cells);
    add(table, column, first, cells);
  }

  @Test
  void rows_ofAType_areFoundInAnyOrder() {
    int a = builder.typeDef("N", "A");
    int b = builder.typeDef("N", "B");
    mixed(Table.INTERFACE_IMPL, "Class", b, a);
    mixed(Table.METHOD_IMPL, "Class", b, a);
    mixed(Table.DECL_SECURITY, "Parent", b, a);
    mixed(Table.CUSTOM_ATTRIBUTE, "Parent", b, a);
    mixed(Table.CLASS_LAYOUT, "Parent", b, a);
    Image image = Given.image(builder);
    TypeDef typeA = new TypeDef(image, 2);
    TypeDef typeB = new TypeDef(image, 3);
    for (List<? extends Row> ofA :
        List.of(
            typeA.interfaces(),
            typeA.methodImpls(),
            typeA.securityDeclarations(),
            typeA.customAttributes())) {
      assertEquals(List.of(2), rids(ofA));
    }
    for (List<? extends Row> ofB :
        List.of(
            typeB.interfaces(),
            typeB.methodImpls(),
            typeB.securityDeclarations(),
            typeB.customAttributes())) {
      assertEquals(List.of(1, 3), rids(ofB));
    }
    assertEquals(2, rid(typeA.layout()));
    assertEquals(1, rid(typeB.layout()));
    assertEquals(Optional.empty(), new TypeDef(image, 1).layout());
  }

  @Test
  void genericParameters_inAnyOrder_areByNumber() {
    int list = builder.typeDef("N", "List`2");
    int method = builder.method("M");
    builder.genericParam(method, 0, "M0");
    builder.genericParam(list, 1, "T1");
    builder.genericParam(list, 0, "T0");
    int constrained = builder.genericParam(method, 1, "M1");
    add(Table.GENERIC_PARAM_CONSTRAINT, "Owner", constrained, 0, 0);
    Image image = Given.image(builder);
    TypeDef type = new TypeDef(image, 2);
    MethodDef ofType = type.methods().get(0);
    assertTrue(type.isGeneric());
    assertFalse(new TypeDef(image, 1).isGeneric());
    assertEquals(
        List.of("T0", "T1"), type.genericParameters().stream().map(GenericParam::name).toList());
    assertEquals(List.of(1, 4), rids(ofType.genericParameters()));
    assertEquals(List.of(1), rids(ofType.genericParameters().get(1).constraints()));
    assertEquals(List.of(), ofType.genericParameters().get(0).constraints());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nestedTypes_inAnyOrder_areFoundBothWays(boolean descending) {
    int a = builder.typeDef("N", "A");
    int b = builder.typeDef("", "B");
    int c = builder.typeDef("", "C");
    int d = builder.typeDef("", "D");
    int[][] pairs = {{b, a}, {c, b}, {d, a}};
    for (int i = 0; i < pairs.length; i++) {
      int[] pair = pairs[descending ? pairs.length - 1 - i : i];
      builder.nest(pair[0], pair[1]);
    }
    Image image = Given.image(builder);
    List<Integer> insideA = rids(new TypeDef(image, 2).nestedTypes());
    assertEquals(descending ? List.of(5, 3) : List.of(3, 5), insideA);
    assertEquals(List.of(4), rids(new TypeDef(image, 3).nestedTypes()));
    assertEquals(2, rid(new TypeDef(image, 5).enclosing()));
    assertEquals(3, rid(new TypeDef(image, 4).enclosing()));
  }

  @Test
  void propertiesAndEvents_haveTheirTypesAndAccessors() {
    builder.typeDef("N", "A");
    int get = builder.method("get_P");
    int set = builder.method("set_P");
    int add = builder.method("add_E");
    int remove = builder.method("remove_E");
    int raise = builder.method("raise_E");
    builder.typeDef("N", "B");
    builder.row(Table.PROPERTY_MAP, 3, 1);
    builder.row(Table.PROPERTY_MAP, 2, 2);
    builder.row(Table.EVENT_MAP, 2, 1);
    builder.row(Table.PROPERTY, 0, builder.string("OfB"), 0);
    int property = builder.row(Table.PROPERTY, 0, builder.string("P"), 0);
    int event = builder.row(Table.EVENT, 0, builder.string("E"), 0);
    int[][] accessors = {
      {raise, 0x20, event},
      {set, 1, property},
      {get, 2, property},
      {add, 8, event},
      {remove, 0x10, event}
    };
    for (int[] accessor : accessors) {
      add(Table.METHOD_SEMANTICS, "Association", accessor[2], accessor[1], accessor[0] & 0xff, 0);
    }
    Image image = Given.image(builder);
    TypeDef a = new TypeDef(image, 2);
    assertEquals(List.of(2), rids(a.properties()));
    assertEquals(List.of(1), rids(new TypeDef(image, 3).properties()));
    assertEquals(List.of(), new TypeDef(image, 1).properties());
    assertEquals(List.of(1), rids(a.events()));
    assertEquals(List.of(), new TypeDef(image, 3).events());
    Property p = a.properties().get(0);
    assertEquals(a, p.declaringType());
    assertEquals(3, new Property(image, 1).declaringType().rid());
    assertEquals("get_P", p.getter().orElseThrow().name());
    assertEquals("set_P", p.setter().orElseThrow().name());
    assertEquals(Optional.empty(), new Property(image, 1).getter());
    Event e = a.events().get(0);
    assertEquals(a, e.declaringType());
    assertEquals("add_E", e.adder().orElseThrow().name());
    assertEquals("remove_E", e.remover().orElseThrow().name());
    assertEquals("raise_E", e.raiser().orElseThrow().name());
    assertEquals(List.of(3), rids(new MethodDef(image, 1).semantics()));
    assertEquals(
        property, new MethodDef(image, 1).semantics().get(0).association().value(), "get_P");
  }

  @Test
  void propertiesThroughPointers_haveTheTypeOfTheirPointer() {
    builder.uncompressed().typeDef("N", "A");
    builder.typeDef("N", "B");
    builder.row(Table.PROPERTY_MAP, 2, 1);
    builder.row(Table.PROPERTY_MAP, 3, 2);
    builder.row(Table.EVENT_MAP, 3, 1);
    builder.row(Table.PROPERTY, 0, builder.string("P1"), 0);
    builder.row(Table.PROPERTY, 0, builder.string("P2"), 0);
    builder.row(Table.EVENT, 0, builder.string("E1"), 0);
    builder.row(Table.PROPERTY_PTR, 2);
    builder.row(Table.PROPERTY_PTR, 1);
    builder.row(Table.EVENT_PTR, 1);
    Image image = Given.image(builder);
    assertEquals(List.of(2), rids(new TypeDef(image, 2).properties()));
    assertEquals(2, new Property(image, 2).declaringType().rid());
    assertEquals(3, new Property(image, 1).declaringType().rid());
    assertEquals(3, new Event(image, 1).declaringType().rid());
  }

  @Test
  void propertyInNoMap_hasNoTypeThatCouldBeRead() {
    builder.row(Table.PROPERTY, 0, builder.string("P"), 0);
    builder.row(Table.EVENT, 0, builder.string("E"), 0);
    Image image = Given.image(builder);
    assertThrows(MetadataFormatException.class, () -> new Property(image, 1).declaringType());
    assertThrows(MetadataFormatException.class, () -> new Event(image, 1).declaringType());
  }

  @Test
  void rows_ofAField_areFound() {
    builder.typeDef("N", "A");
    int plain = builder.field("Plain");
    int field = builder.field("F");
    add(Table.CONSTANT, "Parent", field, 8, 0, builder.blob((byte) 1));
    add(Table.FIELD_MARSHAL, "Parent", field, 0, builder.blob((byte) 2));
    add(Table.FIELD_LAYOUT, "Field", field, 16, 0);
    add(Table.FIELD_RVA, "Field", field, 0x2050, 0);
    int module = builder.moduleRef("libc");
    int map = add(Table.IMPL_MAP, "MemberForwarded", field, 0, 0, builder.string("environ"), 1);
    assertEquals(0x1a000001, module);
    assertEquals(0x1c000001, map);
    Image image = Given.image(builder);
    Field found = new Field(image, field & 0xffffff);
    assertEquals(1, found.constant().orElseThrow().value().u8(0));
    assertEquals(2, found.marshal().orElseThrow().nativeType().u8(0));
    assertEquals(OptionalInt.of(16), found.offset());
    assertEquals(OptionalInt.of(0x2050), found.rva());
    assertEquals("environ", found.implMap().orElseThrow().importName());
    Field other = new Field(image, plain & 0xffffff);
    assertEquals(Optional.empty(), other.constant());
    assertEquals(Optional.empty(), other.marshal());
    assertEquals(OptionalInt.empty(), other.offset());
    assertEquals(OptionalInt.empty(), other.rva());
    assertEquals(Optional.empty(), other.implMap());
  }

  /** Param rows have the number of their parameter, and may be missing. */
  @Test
  void params_ofAMethod_arePairedBySequence() {
    builder.typeDef("N", "A");
    builder.method("M");
    builder.row(Table.PARAM, 0, 2, builder.string("second"));
    int result = builder.row(Table.PARAM, 0, 0, 0);
    builder.method("Other");
    builder.row(Table.PARAM, 0, 1, builder.string("other"));
    builder.method("None");
    add(Table.CONSTANT, "Parent", 0x08000001, 8, 0, builder.blob((byte) 7));
    add(Table.FIELD_MARSHAL, "Parent", result, 0, builder.blob((byte) 8));
    Image image = Given.image(builder);
    MethodDef method = new MethodDef(image, 1);
    assertEquals("second", method.param(2).orElseThrow().name());
    assertEquals(Optional.empty(), method.param(1));
    assertEquals(2, rid(method.param(0)));
    assertEquals(7, method.param(2).orElseThrow().constant().orElseThrow().value().u8(0));
    assertEquals(8, method.param(0).orElseThrow().marshal().orElseThrow().nativeType().u8(0));
    assertEquals(method, method.param(2).orElseThrow().method());
    assertEquals("Other", new Param(image, 3).method().name());
    assertEquals(List.of(), new MethodDef(image, 3).params());
  }

  @Test
  void implMapOfAMethod_isFound() {
    builder.typeDef("N", "A");
    int method = builder.method("read");
    builder.moduleRef("libc");
    add(Table.IMPL_MAP, "MemberForwarded", method, 0x100, 0, builder.string("read"), 1);
    add(Table.DECL_SECURITY, "Parent", method, 2, 0, 0);
    Image image = Given.image(builder);
    ImplMap map = new MethodDef(image, 1).implMap().orElseThrow();
    assertEquals("libc", map.importScope().name());
    assertEquals(List.of(1), rids(new MethodDef(image, 1).securityDeclarations()));
  }

  @Test
  void customAttributes_ofEveryTableThatMayHaveThem_areFound() {
    builder.typeDef("N", "A");
    int[] tables = {
      0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20,
      0x23, 0x26, 0x27, 0x28, 0x2a, 0x2c, 0x2b
    };
    for (int i = tables.length - 1; i >= 0; i--) {
      add(Table.CUSTOM_ATTRIBUTE, "Parent", tables[i] << 24 | 1, 0, 0, i);
    }
    Image image = Given.image(builder);
    for (int i = 0; i < tables.length; i++) {
      List<CustomAttribute> found =
          image.referring(Token.of(tables[i], 1), CustomAttribute.TABLE, 0, CustomAttribute::new);
      assertEquals(List.of(tables.length - i), rids(found));
    }
    assertEquals(List.of(tables.length - 3), rids(new TypeDef(image, 1).customAttributes()));
    assertEquals(List.of(), new Constant(image, 1).customAttributes(), "constants have none");
  }

  @Test
  void rowThatIsNone_hasNothing() {
    builder.row(Table.INTERFACE_IMPL, 0, 0);
    Image image = Given.image(builder);
    assertEquals(List.of(), new TypeDef(image, 0).interfaces());
    assertEquals(List.of(), new TypeDef(image, 99).interfaces());
  }

  @Test
  void exportedTypes_areInsideOneAnother() {
    int target = builder.assemblyRef("Target", "1.0.0.0");
    int outer = builder.exportedType(target, "N", "Outer");
    int other = builder.exportedType(builder.file("part"), "N", "Other");
    builder.exportedType(outer, "", "Inner");
    builder.exportedType(other, "", "OtherInner");
    builder.exportedType(outer, "", "Second");
    Image image = Given.image(builder);
    ExportedType exported = image.findExported("N", "Outer").orElseThrow();
    assertTrue(exported.isForwarder());
    assertFalse(new ExportedType(image, 2).isForwarder());
    assertEquals(List.of(3, 5), rids(exported.nestedTypes()));
    assertEquals(exported, new ExportedType(image, 3).enclosing().orElseThrow());
    assertEquals(Optional.empty(), exported.enclosing());
    assertEquals(4, rid(image.findExported("N.Other+OtherInner")));
    assertEquals(Optional.empty(), image.findExported("", "Inner"));
    assertEquals(3, rid(image.findNested(exported, "Inner")));
  }

  @Test
  void resource_inThisFile_hasItsBytes() {
    builder.resource("first", (byte) 1, (byte) 2);
    builder.resource("second", (byte) 3);
    builder.resource("empty");
    int outside = builder.resource("outside", (byte) 4);
    builder.set(outside, "Offset", 0x100);
    int negative = builder.resource("negative");
    builder.set(negative, "Offset", -4);
    int elsewhere = builder.resource("elsewhere");
    int file = builder.file("data.resources");
    builder.set(
        elsewhere,
        "Implementation",
        ImageBuilder.index(Table.MANIFEST_RESOURCE, "Implementation", file));
    Image image = Given.image(builder);
    assertEquals(2, new ManifestResource(image, 1).content().orElseThrow().u8(1));
    assertEquals(3, new ManifestResource(image, 2).content().orElseThrow().u8(0));
    assertEquals(0, new ManifestResource(image, 3).content().orElseThrow().length());
    assertThrows(MetadataFormatException.class, () -> new ManifestResource(image, 4).content());
    assertThrows(MetadataFormatException.class, () -> new ManifestResource(image, 5).content());
    assertEquals(Optional.empty(), new ManifestResource(image, 6).content());
  }

  /** A PDB has information about methods in another file. */
  @Test
  void rowsOfAPdb_areFoundByTheRowsOfItsModule() {
    builder.row(Table.LOCAL_SCOPE, 7, 0, 1, 1, 0, 5);
    builder.row(Table.LOCAL_SCOPE, 3, 0, 1, 1, 0, 5);
    builder.row(Table.LOCAL_SCOPE, 7, 0, 1, 1, 0, 2);
    builder.row(Table.STATE_MACHINE_METHOD, 9, 3);
    builder.row(Table.STATE_MACHINE_METHOD, 7, 2);
    mixed(Table.CUSTOM_DEBUG_INFORMATION, "Parent", 0x06000007, 0x30000001);
    Image pdb = Given.image(builder);
    Token method = new Token(0x06000007);
    assertEquals(List.of(1, 3), rids(LocalScope.of(pdb, method)));
    assertEquals(List.of(), LocalScope.of(pdb, new Token(0x02000007)));
    assertEquals(2, rid(StateMachineMethod.of(pdb, method)));
    assertEquals(Optional.empty(), StateMachineMethod.of(pdb, new Token(0x06000003)));
    assertEquals(List.of(1, 3), rids(CustomDebugInformation.of(pdb, method)));
    assertEquals(List.of(2), rids(CustomDebugInformation.of(pdb, new Token(0x30000001))));
  }

  /** Bit 0x80 of the heap sizes, the flag RTSpecialName and the name: all three. */
  @Test
  void deletedRows_areThoseWithBitFlagAndName() {
    int deleted = builder.typeDef("", "_Deleted");
    builder.set(deleted, "Flags", 0x800);
    int method = builder.method("_Deleted_M");
    builder.set(method, "Flags", 0x1000);
    builder.set(builder.field("_Deleted"), "Flags", 0x400);
    builder.typeDef("", "_DeletedLookalike");
    builder.row(Table.PROPERTY, 0x400, builder.string("_Deleted"), 0);
    builder.row(Table.EVENT, 0x400, builder.string("_Deleted"), 0);
    Image without = Given.image(builder);
    assertFalse(new TypeDef(without, 2).isDeleted());
    Image image = Given.image(builder.heapSizes(0x80));
    assertTrue(image.tables().hasDeletedRows());
    assertTrue(new TypeDef(image, 2).isDeleted());
    assertFalse(new TypeDef(image, 3).isDeleted());
    assertFalse(new TypeDef(image, MODULE_TYPE & 0xff).isDeleted());
    assertTrue(new MethodDef(image, 1).isDeleted());
    assertTrue(new Field(image, 1).isDeleted());
    assertTrue(new Property(image, 1).isDeleted());
    assertTrue(new Event(image, 1).isDeleted());
  }
}
