// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.ManifestResource;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;

/** The styles of names; {@code src/site/reference/names.md} describes them. */
public enum NameStyle {

  /**
   * Names as in reflection: {@code
   * System.String::Concat(System.String,System.String):System.String}.
   */
  REFLECTION(NameStyle.ALL),

  /**
   * Names as in the runtime's method events: {@code System.Int32::Parse int32 (class
   * System.String)}.
   */
  CLR(NameStyle.ALL),

  /**
   * Names as in C#, without namespaces: {@code List<T>.Enumerator.MoveNext()}. Types of several
   * namespaces that would have one name in a module have their namespaces: {@code A.Shop.Buy()}.
   */
  CSHARP(NameStyle.ALL),

  /** Documentation IDs: {@code M:System.Collections.Generic.List`1.Add(`0)}. */
  DOCID(NameStyle.TYPES_AND_MEMBERS);

  /** A bit for each table of types and members. */
  private static final long TYPES_AND_MEMBERS =
      1L << TypeRef.TABLE
          | 1L << TypeDef.TABLE
          | 1L << Field.TABLE
          | 1L << MethodDef.TABLE
          | 1L << MemberRef.TABLE
          | 1L << TypeSpec.TABLE
          | 1L << ExportedType.TABLE
          | 1L << MethodSpec.TABLE
          | 1L << Property.TABLE
          | 1L << Event.TABLE;

  /** A bit for each table whose rows have names. */
  private static final long ALL =
      TYPES_AND_MEMBERS
          | 1L << ModuleDef.TABLE
          | 1L << Param.TABLE
          | 1L << ModuleRef.TABLE
          | 1L << Assembly.TABLE
          | 1L << AssemblyRef.TABLE
          | 1L << File.TABLE
          | 1L << ManifestResource.TABLE
          | 1L << GenericParam.TABLE;

  private final long tables;

  NameStyle(long tables) {
    this.tables = tables;
  }

  /** Returns whether rows of that table have a name in this style. */
  public boolean isNameable(int table) {
    return table >= 0 && table < Long.SIZE && (tables >>> table & 1) != 0;
  }
}
