// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.table.Column.Kind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The tables and their columns, as data.
 *
 * <p>A column is {@code u2} or {@code u4} (a number of two or four bytes), {@code s}, {@code g},
 * {@code b} (an index into the strings, GUID or blob heap), a table's name (a row of it), a table's
 * name with {@code *} (the first row of a run of it) or the name of a coded index. A {@code !}
 * marks the column by which the rows should be sorted.
 *
 * <p>Immutable.
 *
 * @ecma II.22 and the portable PDB specification
 */
public final class TableSchema {

  private static final String TABLES =
      """
      00 Module                 Generation:u2 Name:s Mvid:g EncId:g EncBaseId:g
      01 TypeRef                ResolutionScope:ResolutionScope TypeName:s TypeNamespace:s
      02 TypeDef                Flags:u4 TypeName:s TypeNamespace:s Extends:TypeDefOrRef FieldList:Field* MethodList:MethodDef*
      03 FieldPtr               Field:Field
      04 Field                  Flags:u2 Name:s Signature:b
      05 MethodPtr              Method:MethodDef
      06 MethodDef              RVA:u4 ImplFlags:u2 Flags:u2 Name:s Signature:b ParamList:Param*
      07 ParamPtr               Param:Param
      08 Param                  Flags:u2 Sequence:u2 Name:s
      09 InterfaceImpl          Class!:TypeDef Interface:TypeDefOrRef
      0a MemberRef              Class:MemberRefParent Name:s Signature:b
      0b Constant               Type:u2 Parent!:HasConstant Value:b
      0c CustomAttribute        Parent!:HasCustomAttribute Type:CustomAttributeType Value:b
      0d FieldMarshal           Parent!:HasFieldMarshal NativeType:b
      0e DeclSecurity           Action:u2 Parent!:HasDeclSecurity PermissionSet:b
      0f ClassLayout            PackingSize:u2 ClassSize:u4 Parent!:TypeDef
      10 FieldLayout            Offset:u4 Field!:Field
      11 StandAloneSig          Signature:b
      12 EventMap               Parent:TypeDef EventList:Event*
      13 EventPtr               Event:Event
      14 Event                  EventFlags:u2 Name:s EventType:TypeDefOrRef
      15 PropertyMap            Parent:TypeDef PropertyList:Property*
      16 PropertyPtr            Property:Property
      17 Property               Flags:u2 Name:s Type:b
      18 MethodSemantics        Semantics:u2 Method:MethodDef Association!:HasSemantics
      19 MethodImpl             Class!:TypeDef MethodBody:MethodDefOrRef MethodDeclaration:MethodDefOrRef
      1a ModuleRef              Name:s
      1b TypeSpec               Signature:b
      1c ImplMap                MappingFlags:u2 MemberForwarded!:MemberForwarded ImportName:s ImportScope:ModuleRef
      1d FieldRVA               RVA:u4 Field!:Field
      1e EncLog                 Token:u4 FuncCode:u4
      1f EncMap                 Token:u4
      20 Assembly               HashAlgId:u4 MajorVersion:u2 MinorVersion:u2 BuildNumber:u2 RevisionNumber:u2 Flags:u4 PublicKey:b Name:s Culture:s
      21 AssemblyProcessor      Processor:u4
      22 AssemblyOS             OSPlatformID:u4 OSMajorVersion:u4 OSMinorVersion:u4
      23 AssemblyRef            MajorVersion:u2 MinorVersion:u2 BuildNumber:u2 RevisionNumber:u2 Flags:u4 PublicKeyOrToken:b Name:s Culture:s HashValue:b
      24 AssemblyRefProcessor   Processor:u4 AssemblyRef:AssemblyRef
      25 AssemblyRefOS          OSPlatformID:u4 OSMajorVersion:u4 OSMinorVersion:u4 AssemblyRef:AssemblyRef
      26 File                   Flags:u4 Name:s HashValue:b
      27 ExportedType           Flags:u4 TypeDefId:u4 TypeName:s TypeNamespace:s Implementation:Implementation
      28 ManifestResource       Offset:u4 Flags:u4 Name:s Implementation:Implementation
      29 NestedClass            NestedClass!:TypeDef EnclosingClass:TypeDef
      2a GenericParam           Number:u2 Flags:u2 Owner!:TypeOrMethodDef Name:s
      2b MethodSpec             Method:MethodDefOrRef Instantiation:b
      2c GenericParamConstraint Owner!:GenericParam Constraint:TypeDefOrRef
      30 Document               Name:b HashAlgorithm:g Hash:b Language:g
      31 MethodDebugInformation Document:Document SequencePoints:b
      32 LocalScope             Method!:MethodDef ImportScope:ImportScope VariableList:LocalVariable* ConstantList:LocalConstant* StartOffset:u4 Length:u4
      33 LocalVariable          Attributes:u2 Index:u2 Name:s
      34 LocalConstant          Name:s Signature:b
      35 ImportScope            Parent:ImportScope Imports:b
      36 StateMachineMethod     MoveNextMethod!:MethodDef KickoffMethod:MethodDef
      37 CustomDebugInformation Parent!:HasCustomDebugInformation Kind:g Value:b
      """;

  /** The only schema. */
  public static final TableSchema ECMA_335 = new TableSchema();

  /** The number of table numbers; not all are in use. */
  public static final int NUMBERS = 64;

  private static final int FIRST_DEBUG = 0x30;
  private static final int NO_KEY = -1;

  private final String[] names = new String[NUMBERS];
  private final Column[][] columns = new Column[NUMBERS][];
  private final int[] keys = new int[NUMBERS];
  private final int[] ordinals = new int[NUMBERS + 1];
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final EnumMap<CodedIndex, int[]> coded = new EnumMap<>(CodedIndex.class);

  private TableSchema() {
    List<String[]> lines = TABLES.lines().map(line -> line.trim().split("\\s+", -1)).toList();
    for (String[] line : lines) {
      int number = Integer.parseInt(line[0], 16);
      names[number] = line[1];
      numbers.put(line[1], number);
    }
    for (CodedIndex index : CodedIndex.values()) {
      coded.put(index, index.tables(this));
    }
    Arrays.fill(columns, new Column[0]);
    Arrays.fill(keys, NO_KEY);
    for (String[] line : lines) {
      int number = numberOf(line[1]);
      columns[number] = new Column[line.length - 2];
      for (int i = 0; i < columns[number].length; i++) {
        columns[number][i] = column(line[i + 2]);
        keys[number] = line[i + 2].contains("!") ? i : keys[number];
      }
    }
    for (int number = 0; number < NUMBERS; number++) {
      ordinals[number + 1] = ordinals[number] + columns[number].length;
    }
  }

  private Column column(String text) {
    int colon = text.indexOf(':');
    String name = text.substring(0, colon).replace("!", "");
    String type = text.substring(colon + 1);
    return switch (type) {
      case "u2" -> Column.plain(name, Kind.U2);
      case "u4" -> Column.plain(name, Kind.U4);
      case "s" -> Column.plain(name, Kind.STRING);
      case "g" -> Column.plain(name, Kind.GUID);
      case "b" -> Column.plain(name, Kind.BLOB);
      default -> pointing(name, type);
    };
  }

  private Column pointing(String name, String type) {
    if (type.endsWith("*")) {
      return Column.of(name, Kind.RUN, numberOf(type.substring(0, type.length() - 1)));
    }
    if (numbers.containsKey(type)) {
      return Column.of(name, Kind.ROW, numberOf(type));
    }
    CodedIndex index = CodedIndex.valueOf(type);
    return Column.coded(name, index, coded(index));
  }

  /** Returns the numbers of all tables, ascending. */
  public List<Integer> tables() {
    return List.copyOf(numbers.values());
  }

  /** Returns a table's name, or its number in hex when the specification has no name. */
  public String nameOf(int number) {
    String name = number >= 0 && number < NUMBERS ? names[number] : null;
    return name == null ? "table 0x" + Integer.toHexString(number) : name;
  }

  /** Returns the number of the table called {@code name}. */
  public int numberOf(String name) {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IllegalArgumentException("no table is called " + name);
    }
    return number;
  }

  /** Returns the number of the column of a table called {@code name}, from 0. */
  public int columnOf(int table, String name) {
    for (int column = 0; column < columns[table].length; column++) {
      if (columns[table][column].name().equals(name)) {
        return column;
      }
    }
    throw new IllegalArgumentException(nameOf(table) + " has no column called " + name);
  }

  /** Returns whether a table of that number exists. */
  public boolean has(int number) {
    return number >= 0 && number < NUMBERS && names[number] != null;
  }

  /** Returns whether the table is one of the portable PDB specification. */
  public static boolean isDebug(int number) {
    return number >= FIRST_DEBUG && number < NUMBERS;
  }

  /**
   * Returns the columns of the table of that number, in order; none when there is no such table.
   */
  public List<Column> columns(int number) {
    return has(number) ? List.of(columns[number]) : List.of();
  }

  /**
   * Returns the index of the column by which the rows of the table should be sorted; empty for
   * none.
   */
  public OptionalInt key(int number) {
    return has(number) && keys[number] != NO_KEY
        ? OptionalInt.of(keys[number])
        : OptionalInt.empty();
  }

  /** Returns how many columns all tables have together. */
  int columnCount() {
    return ordinals[NUMBERS];
  }

  /** Returns the index of a column among those of all tables, from 0. */
  int ordinal(int table, int column) {
    return ordinals[table] + column;
  }

  /** Returns the columns in an array, not copied, which must not be changed. */
  Column[] columnsOf(int number) {
    return columns[number];
  }

  int[] coded(CodedIndex index) {
    int[] tables = coded.get(index);
    if (tables == null) {
      throw new IllegalStateException(index + " is not in the schema");
    }
    return tables;
  }
}
