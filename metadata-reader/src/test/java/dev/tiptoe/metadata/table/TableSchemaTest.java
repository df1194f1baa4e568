// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.table.Column.Kind;
import dev.tiptoe.testdata.image.ColumnLayout;
import dev.tiptoe.testdata.image.Table;
import dev.tiptoe.testdata.image.Widths;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The schema against the specification: once as numbers, once as the image builder has it. */
class TableSchemaTest {

  private static final TableSchema SCHEMA = TableSchema.ECMA_335;
  private static final int MOST_ROWS = 0xffffff;

  private static int rowSize(Table table, Map<Table, Integer> counts, int heapSizes, boolean jtd) {
    int[] rows = new int[TableSchema.NUMBERS];
    counts.forEach((counted, count) -> rows[counted.number()] = count);
    return layout(table, rows, heapSizes, jtd).rowSize;
  }

  private static TableLayout layout(Table table, int[] rows, int heapSizes, boolean jtd) {
    IndexWidths widths = new IndexWidths(rows, heapSizes, jtd);
    return new TableLayout(SCHEMA.columnsOf(table.number()), 0, widths);
  }

  /** II.22 and the portable PDB specification, added up by hand: number, columns, row sizes. */
  @ParameterizedTest
  @CsvSource({
    "Module, 0, 5, 10, 18",
    "TypeRef, 1, 3, 6, 12",
    "TypeDef, 2, 6, 14, 24",
    "FieldPtr, 3, 1, 2, 4",
    "Field, 4, 3, 6, 10",
    "MethodPtr, 5, 1, 2, 4",
    "MethodDef, 6, 6, 14, 20",
    "ParamPtr, 7, 1, 2, 4",
    "Param, 8, 3, 6, 8",
    "InterfaceImpl, 9, 2, 4, 8",
    "MemberRef, 10, 3, 6, 12",
    "Constant, 11, 3, 6, 10",
    "CustomAttribute, 12, 3, 6, 12",
    "FieldMarshal, 13, 2, 4, 8",
    "DeclSecurity, 14, 3, 6, 10",
    "ClassLayout, 15, 3, 8, 10",
    "FieldLayout, 16, 2, 6, 8",
    "StandAloneSig, 17, 1, 2, 4",
    "EventMap, 18, 2, 4, 8",
    "EventPtr, 19, 1, 2, 4",
    "Event, 20, 3, 6, 10",
    "PropertyMap, 21, 2, 4, 8",
    "PropertyPtr, 22, 1, 2, 4",
    "Property, 23, 3, 6, 10",
    "MethodSemantics, 24, 3, 6, 10",
    "MethodImpl, 25, 3, 6, 12",
    "ModuleRef, 26, 1, 2, 4",
    "TypeSpec, 27, 1, 2, 4",
    "ImplMap, 28, 4, 8, 14",
    "FieldRVA, 29, 2, 6, 8",
    "EncLog, 30, 2, 8, 8",
    "EncMap, 31, 1, 4, 4",
    "Assembly, 32, 9, 22, 28",
    "AssemblyProcessor, 33, 1, 4, 4",
    "AssemblyOS, 34, 3, 12, 12",
    "AssemblyRef, 35, 9, 20, 28",
    "AssemblyRefProcessor, 36, 2, 6, 8",
    "AssemblyRefOS, 37, 4, 14, 16",
    "File, 38, 3, 8, 12",
    "ExportedType, 39, 5, 14, 20",
    "ManifestResource, 40, 4, 12, 16",
    "NestedClass, 41, 2, 4, 8",
    "GenericParam, 42, 4, 8, 12",
    "MethodSpec, 43, 2, 4, 8",
    "GenericParamConstraint, 44, 2, 4, 8",
    "Document, 48, 4, 8, 16",
    "MethodDebugInformation, 49, 2, 4, 8",
    "LocalScope, 50, 6, 16, 24",
    "LocalVariable, 51, 3, 6, 8",
    "LocalConstant, 52, 2, 4, 8",
    "ImportScope, 53, 2, 4, 8",
    "StateMachineMethod, 54, 2, 4, 8",
    "CustomDebugInformation, 55, 3, 6, 12",
  })
  void table_ofTheSpecification_hasItsNumberColumnsAndSizes(
      String name, int number, int columns, int narrow, int wide) {
    assertEquals(number, SCHEMA.numberOf(name));
    assertEquals(name, SCHEMA.nameOf(number));
    assertEquals(columns, SCHEMA.columns(number).size());
    Table table = tableNumbered(number);
    assertEquals(narrow, rowSize(table, Map.of(), 0, false));
    assertEquals(wide, rowSize(table, Map.of(), 0, true));
  }

  private static Table tableNumbered(int number) {
    return Arrays.stream(Table.values())
        .filter(table -> table.number() == number)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void table_ofNoSpecification_isAbsent() {
    List<Integer> known = Arrays.stream(Table.values()).map(Table::number).toList();
    for (int number = 0; number < TableSchema.NUMBERS; number++) {
      assertEquals(known.contains(number), SCHEMA.has(number));
    }
    assertEquals(known, SCHEMA.tables());
    for (int none : new int[] {-1, 0x2d, 0x40, 0x70}) {
      assertFalse(SCHEMA.has(none));
      assertEquals(List.of(), SCHEMA.columns(none));
      assertEquals(OptionalInt.empty(), SCHEMA.key(none));
    }
    assertEquals("table 0x2d", SCHEMA.nameOf(0x2d));
    assertEquals("table 0x70", SCHEMA.nameOf(0x70));
    assertThrows(IllegalArgumentException.class, () -> SCHEMA.numberOf("module"));
  }

  @ParameterizedTest
  @EnumSource(Table.class)
  void columns_ofEveryTable_haveTheirNamesAndOffsets(Table table) {
    for (int heapSizes = 0; heapSizes < 8; heapSizes++) {
      Widths widths = new Widths(Map.of(), heapSizes, false);
      TableLayout layout = layout(table, new int[TableSchema.NUMBERS], heapSizes, false);
      int offset = 0;
      for (int i = 0; i < layout.columns.length; i++) {
        ColumnLayout column = table.columns().get(i);
        assertEquals(column.name(), layout.columns[i].name());
        assertEquals(offset, layout.offsets[i], column.name());
        assertEquals(column.width(widths) == 4, layout.wide[i], column.name());
        offset += column.width(widths);
      }
      assertEquals(offset, layout.rowSize);
    }
  }

  /** II.22 and the portable PDB specification: what a table is to be sorted by, or nothing. */
  @ParameterizedTest
  @EnumSource(Table.class)
  void key_ofATable_isThatOfTheSpecification(Table table) {
    String key =
        switch (table) {
          case INTERFACE_IMPL, METHOD_IMPL -> "Class";
          case CONSTANT, CUSTOM_ATTRIBUTE, FIELD_MARSHAL, DECL_SECURITY, CLASS_LAYOUT -> "Parent";
          case CUSTOM_DEBUG_INFORMATION -> "Parent";
          case FIELD_LAYOUT, FIELD_RVA -> "Field";
          case METHOD_SEMANTICS -> "Association";
          case IMPL_MAP -> "MemberForwarded";
          case NESTED_CLASS -> "NestedClass";
          case GENERIC_PARAM, GENERIC_PARAM_CONSTRAINT -> "Owner";
          case LOCAL_SCOPE -> "Method";
          case STATE_MACHINE_METHOD -> "MoveNextMethod";
          default -> "";
        };
    OptionalInt expected = key.isEmpty() ? OptionalInt.empty() : OptionalInt.of(table.column(key));
    assertEquals(expected, SCHEMA.key(table.number()));
  }

  /** The targets of each column, by names of the schema. */
  @ParameterizedTest
  @CsvSource({
    "00, 2, Mvid:GUID, ''",
    "02, 3, Extends:TypeDefOrRef, TypeDef TypeRef TypeSpec",
    "02, 5, MethodList:RUN, MethodDef",
    "06, 0, RVA:U4, ''",
    "06, 3, Name:STRING, ''",
    "06, 4, Signature:BLOB, ''",
    "08, 1, Sequence:U2, ''",
    "0c, 1, Type:CustomAttributeType, - - MethodDef MemberRef -",
    "2c, 0, Owner:ROW, GenericParam",
  })
  void column_ofATable_saysWhatItHolds(String table, int place, String text, String targets) {
    var column = SCHEMA.columns(Integer.parseInt(table, 16)).get(place);
    assertEquals(text, column.toString());
    assertEquals(
        targets,
        column.targetTables().stream()
            .map(target -> target < 0 ? "-" : SCHEMA.nameOf(target))
            .collect(Collectors.joining(" ")));
    assertEquals(column.kind() == Kind.CODED, column.codedIndex().isPresent());
  }

  /** Every index column, against every table: at the last count that is narrow, and one more. */
  @ParameterizedTest
  @EnumSource(Table.class)
  void width_ofEveryIndex_growsWithItsTargetsAlone(Table table) {
    for (Table grown : Table.values()) {
      for (int bits = 0; bits <= 16; bits++) {
        for (int count : new int[] {(1 << bits) - 1, 1 << bits}) {
          Map<Table, Integer> counts = Map.of(grown, count);
          assertEquals(
              table.rowSize(new Widths(counts, 0, false)),
              rowSize(table, counts, 0, false),
              () -> table + " with " + count + " rows in " + grown);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Table.class)
  void width_withTheMostRowsEverywhere_isThatOfTheSpecification(Table table) {
    Map<Table, Integer> counts = new EnumMap<>(Table.class);
    Arrays.stream(Table.values()).forEach(any -> counts.put(any, MOST_ROWS));
    assertEquals(table.rowSize(new Widths(counts, 7, false)), rowSize(table, counts, 7, false));
    assertEquals(
        rowSize(table, Map.of(), 0, true), rowSize(table, counts, 7, false), "all indexes wide");
  }

  @ParameterizedTest
  @CsvSource({
    "TYPE_DEF, FieldList, FIELD_PTR",
    "TYPE_DEF, MethodList, METHOD_PTR",
    "METHOD_DEF, ParamList, PARAM_PTR",
    "EVENT_MAP, EventList, EVENT_PTR",
    "PROPERTY_MAP, PropertyList, PROPERTY_PTR",
  })
  void list_withManyPointersAndFewTargets_isWide(Table table, String column, Table pointers) {
    int[] rows = new int[TableSchema.NUMBERS];
    rows[pointers.number()] = 0xffff;
    assertFalse(layout(table, rows, 0, false).wide[table.column(column)]);
    rows[pointers.number()] = 0x10000;
    assertTrue(layout(table, rows, 0, false).wide[table.column(column)]);
  }
}
