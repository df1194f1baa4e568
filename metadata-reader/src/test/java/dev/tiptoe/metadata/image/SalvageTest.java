// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One bad row costs itself and nothing else, and is reported. */
class SalvageTest {

  private final ImageBuilder builder = ImageBuilder.assembly("a", "1.0.0.0");

  private static List<String> reasons(Image image) {
    return image.damage().stream().map(MetadataFormatException::reason).toList();
  }

  @Test
  void healthyImages_haveNoDamage() {
    assertEquals(List.of(), reasons(Given.image(healthy())));
    assertEquals(List.of(), reasons(Given.image(healthy().uncompressed().heapSizes(0xc7))));
  }

  private static ImageBuilder healthy() {
    ImageBuilder healthy = ImageBuilder.assembly("healthy", "1.0.0.0").publicKey(new byte[16]);
    int library = healthy.assemblyRef("System.Runtime", "9.0.0.0", new byte[8]);
    int list = healthy.typeDef("N", "List`1", healthy.typeRef(library, "System", "Object"));
    healthy.genericParam(list, 0, "T");
    healthy.method("M", (byte) 0, (byte) 0, (byte) 1);
    healthy.nested(list, "Enumerator");
    healthy.exportedType(library, "System", "Moved");
    return healthy;
  }

  @Test
  void badGenericParam_costsItself() {
    int list = builder.typeDef("N", "List`1");
    builder.typeDef("N", "Plain");
    builder.minimalDelta().row(Table.GENERIC_PARAM, 0, 0, -1, 0);
    builder.genericParam(list, 0, "T");
    Image image = Given.image(builder);
    assertTrue(new TypeDef(image, 2).isGeneric());
    assertEquals("T", new TypeDef(image, 2).genericParameters().get(0).name());
    assertFalse(new TypeDef(image, 3).isGeneric());
    assertThrows(MetadataFormatException.class, () -> new GenericParam(image, 1).owner());
  }

  @Test
  void badExportedType_costsItself() {
    int target = builder.assemblyRef("Target", "1.0.0.0");
    int bad = builder.exportedType(target, "N", "Bad");
    builder.set(bad, "Implementation", 3);
    int badName = builder.exportedType(target, "N", "BadName");
    builder.set(badName, "TypeName", 0xfff0);
    builder.exportedType(target, "N", "Good");
    Image image = Given.image(builder);
    assertEquals(3, image.findExported("N", "Good").orElseThrow().rid());
    assertEquals(Optional.empty(), image.findExported("N", "Bad"));
    assertEquals(
        List.of(
            "Implementation of 0x27000001 points to no table",
            "TypeName of 0x27000002 lies outside the strings"),
        reasons(image));
  }

  @Test
  void badTypeDef_costsItself() {
    int bad = builder.typeDef("N", "Bad");
    builder.set(bad, "TypeNamespace", 0xffff);
    builder.typeDef("N", "Good");
    builder.method("M");
    Image image = Given.image(builder);
    assertEquals(3, image.findType("N", "Good").orElseThrow().rid());
    assertEquals("N.Good", new Names(image).of(new TypeDef(image, 3).token()));
    assertEquals(List.of("TypeNamespace of 0x02000002 lies outside the strings"), reasons(image));
  }

  @Test
  void badNestedClass_costsItself() {
    int outer = builder.typeDef("N", "Outer");
    builder.nested(outer, "Inner");
    int lost = builder.typeDef("", "Lost");
    builder.nest(lost, 99);
    Image image = Given.image(builder);
    assertEquals(3, image.findType("N.Outer+Inner").orElseThrow().rid());
    assertEquals(List.of(3), new TypeDef(image, 2).nestedTypes().stream().map(Row::rid).toList());
    assertEquals(
        List.of("EnclosingClass of 0x29000002 points to 0x02000063, which is no row"),
        reasons(image));
  }

  @Test
  void badPropertyMap_costsItsProperties() {
    builder.typeDef("N", "A");
    builder.minimalDelta().row(Table.PROPERTY_MAP, -1, 1);
    builder.row(Table.PROPERTY_MAP, 2, 2);
    builder.row(Table.PROPERTY, 0, builder.string("Lost"), 0);
    builder.row(Table.PROPERTY, 0, builder.string("P"), 0);
    Image image = Given.image(builder);
    TypeDef type = new TypeDef(image, 2);
    assertEquals(2, type.findProperties("P").get(0).rid());
    assertEquals(List.of(), type.findProperties("Lost"));
    assertEquals(type, new Property(image, 2).declaringType());
    assertThrows(MetadataFormatException.class, () -> new Property(image, 1).declaringType());
  }

  @Test
  void badPointer_costsItsRow() {
    builder.typeDef("N", "A");
    builder.method("M1");
    builder.method("M2");
    builder.minimalDelta().uncompressed();
    builder.row(Table.METHOD_PTR, -1);
    builder.row(Table.METHOD_PTR, 2);
    Image image = Given.image(builder);
    assertEquals(0, new MethodDef(image, 1).declaringType().rid());
    assertEquals(2, new MethodDef(image, 2).declaringType().rid());
    assertEquals("M2", new TypeDef(image, 2).findMethods("M2").get(0).name());
    assertThrows(
        MetadataFormatException.class, () -> new TypeDef(image, 2).methods().get(0).name());
  }

  /** The tables that lie before keep their names; the lists hold what is there. */
  @ParameterizedTest
  @CsvSource({"INTERFACE_IMPL, 3, 2", "EVENT, 3, 2", "FIELD_RVA, 3, 2"})
  void absurdRowCount_leavesTheTablesBefore(Table table, int types, int methods) {
    ImageBuilder sample = Sample.module().claim(table, -1);
    Image image = Given.image(sample);
    assertEquals(types, image.typeDefs().size());
    assertEquals(methods, image.methodDefs().size());
    assertEquals(2, image.findType("N", "Outer`1").orElseThrow().rid());
    assertEquals(
        List.of("A"), image.typeDefs().get(1).methods().stream().map(MethodDef::name).toList());
    assertTrue(reasons(image).get(0).endsWith(" claims to have 4294967295 rows"));
  }

  @Test
  void damage_withoutEnd_isCutOff() {
    for (int i = 0; i < 1000; i++) {
      builder.row(Table.TYPE_REF, 0, 0xffff, 0);
    }
    assertEquals(100, Given.image(builder).damage().size());
  }

  /** Each kind of column that points, once to its last row and once behind it. */
  @ParameterizedTest
  @CsvSource({
    "TYPE_DEF, FieldList, 3, 4, begins behind the last row",
    "TYPE_DEF, FieldList, 3, 0, begins before the first row",
    "TYPE_DEF, Extends, 8, 12, 'points to 0x02000003, which is no row'",
    "TYPE_DEF, Extends, 8, 7, points to no table",
    "NESTED_CLASS, NestedClass, 2, 3, 'points to 0x02000003, which is no row'",
    "FIELD, Name, 0, 30000, lies outside the strings",
  })
  void cell_thatPointsNowhere_isDamage(
      Table table, String column, int good, int bad, String reason) {
    builder.typeDef("N", "A");
    builder.field("F1");
    builder.field("F2");
    builder.nest(0x02000001, 0x02000002);
    int row = table.token(table == Table.TYPE_DEF ? 2 : 1);
    assertEquals(List.of(), reasons(Given.image(builder.set(row, column, good))));
    List<String> reasons = reasons(Given.image(builder.set(row, column, bad)));
    assertEquals(1, reasons.size());
    assertTrue(reasons.get(0).endsWith(reason), reasons.get(0));
  }

  @Test
  void blobsAndGuidsOutsideTheirHeaps_areDamage() {
    builder.row(Table.TYPE_SPEC, 0xffff);
    builder.row(Table.MODULE, 0, 0, 0xffff, 0, 0);
    assertEquals(2, reasons(Given.image(builder)).size());
  }

  /** The targets of a delta's rows are in the module that it changes. */
  @Test
  void delta_thatPointsElsewhere_hasNoDamage() {
    builder.row(Table.TYPE_DEF, 0, 0xfff0, 0, 0xff0, 77, 78);
    builder.row(Table.ENC_LOG, 0x02000077, 0);
    builder.row(Table.ENC_MAP, 0x02000077);
    assertEquals(1, reasons(Given.image(builder)).size());
    Image delta = Given.image(builder.heapSizes(0x20));
    assertTrue(delta.tables().isDelta());
    assertEquals(List.of(), reasons(delta));
    assertEquals(0x02000077, new EncLog(delta, 1).edited().value());
  }
}
