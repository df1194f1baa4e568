// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.Token;

/**
 * The coded indexes: numbers whose low bits choose one of several tables and whose high bits are a
 * row of it.
 *
 * @ecma II.24.2.6
 */
public enum CodedIndex {
  /** A type, wherever it is described. */
  TypeDefOrRef("TypeDef TypeRef TypeSpec"),
  /** Owner of a constant. */
  HasConstant("Field Param Property"),
  /** Owner of a custom attribute. */
  HasCustomAttribute(
      "MethodDef Field TypeRef TypeDef Param InterfaceImpl MemberRef Module DeclSecurity Property"
          + " Event StandAloneSig ModuleRef TypeSpec Assembly AssemblyRef File ExportedType"
          + " ManifestResource GenericParam GenericParamConstraint MethodSpec"),
  /** Owner of a marshalling description. */
  HasFieldMarshal("Field Param"),
  /** Owner of a security declaration. */
  HasDeclSecurity("TypeDef MethodDef Assembly"),
  /** The parent of a member reference, in which the member is looked up. */
  MemberRefParent("TypeDef TypeRef ModuleRef MethodDef TypeSpec"),
  /** Owner of accessor methods. */
  HasSemantics("Event Property"),
  /** A method, here or elsewhere. */
  MethodDefOrRef("MethodDef MemberRef"),
  /** A member that P/Invoke forwards. */
  MemberForwarded("Field MethodDef"),
  /** The place of an exported type or a resource. */
  Implementation("File AssemblyRef ExportedType"),
  /** A constructor of a custom attribute; three of its five tags are unused. */
  CustomAttributeType("- - MethodDef MemberRef -"),
  /** The scope of a type reference. */
  ResolutionScope("Module ModuleRef AssemblyRef TypeRef"),
  /** Owner of a generic parameter. */
  TypeOrMethodDef("TypeDef MethodDef"),
  /** Owner of custom debug information (portable PDB). */
  HasCustomDebugInformation(
      "MethodDef Field TypeRef TypeDef Param InterfaceImpl MemberRef Module DeclSecurity Property"
          + " Event StandAloneSig ModuleRef TypeSpec Assembly AssemblyRef File ExportedType"
          + " ManifestResource GenericParam GenericParamConstraint MethodSpec Document LocalScope"
          + " LocalVariable LocalConstant ImportScope");

  private final String tables;

  CodedIndex(String tables) {
    this.tables = tables;
  }

  /** Returns the numbers of its tables by tag; -1 for an unused tag. */
  int[] tables(TableSchema schema) {
    String[] names = tables.split(" ", -1);
    int[] numbers = new int[names.length];
    for (int tag = 0; tag < names.length; tag++) {
      numbers[tag] = names[tag].equals("-") ? -1 : schema.numberOf(names[tag]);
    }
    return numbers;
  }

  /** Returns how many low bits choose the table among {@code count}. */
  static int tagBits(int count) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
  }

  /** Returns the token for {@code value}, possibly nil; -1 when the tag is unused. */
  static int decode(int[] tables, int value) {
    int bits = tagBits(tables.length);
    int tag = value & (1 << bits) - 1;
    int rid = value >>> bits;
    return tag < tables.length && tables[tag] >= 0 && rid <= 0xffffff
        ? tables[tag] << 24 | rid
        : -1;
  }

  /** Returns the coded index for {@code token}; -1 when its table has no tag. */
  static int encode(int[] tables, Token token) {
    for (int tag = 0; tag < tables.length; tag++) {
      if (tables[tag] == token.table()) {
        return token.rid() << tagBits(tables.length) | tag;
      }
    }
    return -1;
  }

  /**
   * Returns the token of a number in a signature, as {@link Token#value}; -1 when it has no table.
   */
  public static int typeDefOrRefEncoded(int compressed) {
    return decode(Encoded.TYPE_DEF_OR_REF, compressed);
  }

  /**
   * Holds what depends on both the schema and the coded indexes; since the schema needs the coded
   * indexes, it is initialised on first use.
   */
  private static final class Encoded {
    static final int[] TYPE_DEF_OR_REF = TableSchema.ECMA_335.coded(TypeDefOrRef);
  }
}
