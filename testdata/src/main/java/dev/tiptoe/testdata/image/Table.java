// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import static dev.tiptoe.testdata.image.CodedIndexKind.CUSTOM_ATTRIBUTE_TYPE;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_CONSTANT;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_CUSTOM_ATTRIBUTE;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_CUSTOM_DEBUG_INFORMATION;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_DECL_SECURITY;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_FIELD_MARSHAL;
import static dev.tiptoe.testdata.image.CodedIndexKind.HAS_SEMANTICS;
import static dev.tiptoe.testdata.image.CodedIndexKind.IMPLEMENTATION;
import static dev.tiptoe.testdata.image.CodedIndexKind.MEMBER_FORWARDED;
import static dev.tiptoe.testdata.image.CodedIndexKind.MEMBER_REF_PARENT;
import static dev.tiptoe.testdata.image.CodedIndexKind.METHOD_DEF_OR_REF;
import static dev.tiptoe.testdata.image.CodedIndexKind.RESOLUTION_SCOPE;
import static dev.tiptoe.testdata.image.CodedIndexKind.TYPE_DEF_OR_REF;
import static dev.tiptoe.testdata.image.CodedIndexKind.TYPE_OR_METHOD_DEF;
import static dev.tiptoe.testdata.image.ColumnLayout.blob;
import static dev.tiptoe.testdata.image.ColumnLayout.coded;
import static dev.tiptoe.testdata.image.ColumnLayout.guid;
import static dev.tiptoe.testdata.image.ColumnLayout.list;
import static dev.tiptoe.testdata.image.ColumnLayout.row;
import static dev.tiptoe.testdata.image.ColumnLayout.string;
import static dev.tiptoe.testdata.image.ColumnLayout.u2;
import static dev.tiptoe.testdata.image.ColumnLayout.u4;

import java.util.List;

/**
 * The tables with their numbers and columns, in the order of their numbers.
 *
 * @ecma II.22 and the portable PDB specification
 */
public enum Table {
  MODULE(0x00, u2("Generation"), string("Name"), guid("Mvid"), guid("EncId"), guid("EncBaseId")),
  TYPE_REF(
      0x01,
      coded("ResolutionScope", RESOLUTION_SCOPE),
      string("TypeName"),
      string("TypeNamespace")),
  TYPE_DEF(
      0x02,
      u4("Flags"),
      string("TypeName"),
      string("TypeNamespace"),
      coded("Extends", TYPE_DEF_OR_REF),
      list("FieldList", 0x04, 0x03),
      list("MethodList", 0x06, 0x05)),
  FIELD_PTR(0x03, row("Field", 0x04)),
  FIELD(0x04, u2("Flags"), string("Name"), blob("Signature")),
  METHOD_PTR(0x05, row("Method", 0x06)),
  METHOD_DEF(
      0x06,
      u4("RVA"),
      u2("ImplFlags"),
      u2("Flags"),
      string("Name"),
      blob("Signature"),
      list("ParamList", 0x08, 0x07)),
  PARAM_PTR(0x07, row("Param", 0x08)),
  PARAM(0x08, u2("Flags"), u2("Sequence"), string("Name")),
  INTERFACE_IMPL(0x09, row("Class", 0x02), coded("Interface", TYPE_DEF_OR_REF)),
  MEMBER_REF(0x0a, coded("Class", MEMBER_REF_PARENT), string("Name"), blob("Signature")),
  CONSTANT(0x0b, u2("Type"), coded("Parent", HAS_CONSTANT), blob("Value")),
  CUSTOM_ATTRIBUTE(
      0x0c,
      coded("Parent", HAS_CUSTOM_ATTRIBUTE),
      coded("Type", CUSTOM_ATTRIBUTE_TYPE),
      blob("Value")),
  FIELD_MARSHAL(0x0d, coded("Parent", HAS_FIELD_MARSHAL), blob("NativeType")),
  DECL_SECURITY(0x0e, u2("Action"), coded("Parent", HAS_DECL_SECURITY), blob("PermissionSet")),
  CLASS_LAYOUT(0x0f, u2("PackingSize"), u4("ClassSize"), row("Parent", 0x02)),
  FIELD_LAYOUT(0x10, u4("Offset"), row("Field", 0x04)),
  STAND_ALONE_SIG(0x11, blob("Signature")),
  EVENT_MAP(0x12, row("Parent", 0x02), list("EventList", 0x14, 0x13)),
  EVENT_PTR(0x13, row("Event", 0x14)),
  EVENT(0x14, u2("EventFlags"), string("Name"), coded("EventType", TYPE_DEF_OR_REF)),
  PROPERTY_MAP(0x15, row("Parent", 0x02), list("PropertyList", 0x17, 0x16)),
  PROPERTY_PTR(0x16, row("Property", 0x17)),
  PROPERTY(0x17, u2("Flags"), string("Name"), blob("Type")),
  METHOD_SEMANTICS(0x18, u2("Semantics"), row("Method", 0x06), coded("Association", HAS_SEMANTICS)),
  METHOD_IMPL(
      0x19,
      row("Class", 0x02),
      coded("MethodBody", METHOD_DEF_OR_REF),
      coded("MethodDeclaration", METHOD_DEF_OR_REF)),
  MODULE_REF(0x1a, string("Name")),
  TYPE_SPEC(0x1b, blob("Signature")),
  IMPL_MAP(
      0x1c,
      u2("MappingFlags"),
      coded("MemberForwarded", MEMBER_FORWARDED),
      string("ImportName"),
      row("ImportScope", 0x1a)),
  FIELD_RVA(0x1d, u4("RVA"), row("Field", 0x04)),
  ENC_LOG(0x1e, u4("Token"), u4("FuncCode")),
  ENC_MAP(0x1f, u4("Token")),
  ASSEMBLY(
      0x20,
      u4("HashAlgId"),
      u2("MajorVersion"),
      u2("MinorVersion"),
      u2("BuildNumber"),
      u2("RevisionNumber"),
      u4("Flags"),
      blob("PublicKey"),
      string("Name"),
      string("Culture")),
  ASSEMBLY_PROCESSOR(0x21, u4("Processor")),
  ASSEMBLY_OS(0x22, u4("OSPlatformID"), u4("OSMajorVersion"), u4("OSMinorVersion")),
  ASSEMBLY_REF(
      0x23,
      u2("MajorVersion"),
      u2("MinorVersion"),
      u2("BuildNumber"),
      u2("RevisionNumber"),
      u4("Flags"),
      blob("PublicKeyOrToken"),
      string("Name"),
      string("Culture"),
      blob("HashValue")),
  ASSEMBLY_REF_PROCESSOR(0x24, u4("Processor"), row("AssemblyRef", 0x23)),
  ASSEMBLY_REF_OS(
      0x25,
      u4("OSPlatformID"),
      u4("OSMajorVersion"),
      u4("OSMinorVersion"),
      row("AssemblyRef", 0x23)),
  FILE(0x26, u4("Flags"), string("Name"), blob("HashValue")),
  EXPORTED_TYPE(
      0x27,
      u4("Flags"),
      u4("TypeDefId"),
      string("TypeName"),
      string("TypeNamespace"),
      coded("Implementation", IMPLEMENTATION)),
  MANIFEST_RESOURCE(
      0x28, u4("Offset"), u4("Flags"), string("Name"), coded("Implementation", IMPLEMENTATION)),
  NESTED_CLASS(0x29, row("NestedClass", 0x02), row("EnclosingClass", 0x02)),
  GENERIC_PARAM(
      0x2a, u2("Number"), u2("Flags"), coded("Owner", TYPE_OR_METHOD_DEF), string("Name")),
  METHOD_SPEC(0x2b, coded("Method", METHOD_DEF_OR_REF), blob("Instantiation")),
  GENERIC_PARAM_CONSTRAINT(0x2c, row("Owner", 0x2a), coded("Constraint", TYPE_DEF_OR_REF)),
  DOCUMENT(0x30, blob("Name"), guid("HashAlgorithm"), blob("Hash"), guid("Language")),
  METHOD_DEBUG_INFORMATION(0x31, row("Document", 0x30), blob("SequencePoints")),
  LOCAL_SCOPE(
      0x32,
      row("Method", 0x06),
      row("ImportScope", 0x35),
      row("VariableList", 0x33),
      row("ConstantList", 0x34),
      u4("StartOffset"),
      u4("Length")),
  LOCAL_VARIABLE(0x33, u2("Attributes"), u2("Index"), string("Name")),
  LOCAL_CONSTANT(0x34, string("Name"), blob("Signature")),
  IMPORT_SCOPE(0x35, row("Parent", 0x35), blob("Imports")),
  STATE_MACHINE_METHOD(0x36, row("MoveNextMethod", 0x06), row("KickoffMethod", 0x06)),
  CUSTOM_DEBUG_INFORMATION(
      0x37, coded("Parent", HAS_CUSTOM_DEBUG_INFORMATION), guid("Kind"), blob("Value"));

  private static final Table[] BY_NUMBER = new Table[64];

  static {
    for (Table table : values()) {
      BY_NUMBER[table.number] = table;
    }
  }

  private final int number;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is, and so is ColumnLayout
  private final List<ColumnLayout> columns;

  Table(int number, ColumnLayout... columns) {
    this.number = number;
    this.columns = List.of(columns);
  }

  /** The table numbered {@code number}. */
  static Table numbered(int number) {
    return BY_NUMBER[number];
  }

  /** Its number, the high byte of its tokens. */
  public int number() {
    return number;
  }

  /** Its columns, in order. */
  public List<ColumnLayout> columns() {
    return columns;
  }

  /** The token of a row. */
  public int token(int rid) {
    return (number << 24) | rid;
  }

  /** The place of the column called {@code name}. */
  public int column(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(this + " has no column " + name);
  }

  /** The size of a row. */
  public int rowSize(Widths widths) {
    return columns.stream().mapToInt(column -> column.width(widths)).sum();
  }
}
