// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.ImportScope;
import java.util.List;
import java.util.Optional;

/**
 * An import of a range of source: a namespace, a type or an assembly, possibly under another name.
 * Immutable; names are decoded on each call.
 */
public final class Import {

  // The parts that a kind of import has, in the order of the blob.
  static final int ALIAS = 1;
  static final int ASSEMBLY = 2;
  static final int NAMESPACE = 4;
  static final int TYPE = 8;

  /** The kinds of imports. */
  public enum Kind {
    /** The types of a namespace. */
    IMPORT_NAMESPACE(1, NAMESPACE),
    /** The types of a namespace in an assembly. */
    IMPORT_ASSEMBLY_NAMESPACE(2, ASSEMBLY | NAMESPACE),
    /** The members of a type. */
    IMPORT_TYPE(3, TYPE),
    /** An XML namespace, by a prefix. */
    IMPORT_XML_NAMESPACE(4, ALIAS | NAMESPACE),
    /** An alias of assemblies that an enclosing scope declares. */
    IMPORT_REFERENCE_ALIAS(5, ALIAS),
    /** An assembly, by another name. */
    ALIAS_ASSEMBLY_REFERENCE(6, ALIAS | ASSEMBLY),
    /** A namespace, by another name. */
    ALIAS_NAMESPACE(7, ALIAS | NAMESPACE),
    /** A namespace in an assembly, by another name. */
    ALIAS_ASSEMBLY_NAMESPACE(8, ALIAS | ASSEMBLY | NAMESPACE),
    /** A type, by another name. */
    ALIAS_TYPE(9, ALIAS | TYPE);

    private final int code;
    private final int parts;

    Kind(int code, int parts) {
      this.code = code;
      this.parts = parts;
    }

    /** Returns its number. */
    public int code() {
      return code;
    }

    boolean has(int part) {
      return (parts & part) != 0;
    }
  }

  private final Kind kind;
  private final Bytes alias;
  private final Token assembly;
  private final Bytes namespace;
  private final Token type;

  Import(Kind kind, Bytes alias, Token assembly, Bytes namespace, Token type) {
    this.kind = kind;
    this.alias = alias;
    this.assembly = assembly;
    this.namespace = namespace;
    this.type = type;
  }

  /**
   * The imports of a scope, without those of the scopes around it.
   *
   * @throws MetadataFormatException when the row is damaged; its reason names the row
   */
  public static List<Import> of(ImportScope scope) {
    try {
      return new ImportReader(scope.imports(), scope.image().blobs()).read();
    } catch (MetadataFormatException e) {
      throw e.about(scope.token());
    }
  }

  /** Returns its kind. */
  public Kind kind() {
    return kind;
  }

  /** Returns the alias in the source; empty when the kind has none. */
  public Optional<String> alias() {
    return text(ALIAS, alias);
  }

  /** Returns the AssemblyRef, in the module; nil when the kind has none. */
  public Token assembly() {
    return assembly;
  }

  /** Returns the namespace; empty when the kind has none. */
  public Optional<String> namespace() {
    return text(NAMESPACE, namespace);
  }

  /** Returns the TypeDef, TypeRef or TypeSpec, in the module; nil when the kind has none. */
  public Token type() {
    return type;
  }

  private Optional<String> text(int part, Bytes text) {
    return kind.has(part) ? Optional.of(text.utf8(0, text.length())) : Optional.empty();
  }

  /** Returns its kind and parts. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder().append(kind);
    alias().ifPresent(name -> text.append(' ').append(name));
    if (kind.has(ASSEMBLY)) {
      text.append(' ').append(assembly);
    }
    namespace().ifPresent(name -> text.append(' ').append(name));
    if (kind.has(TYPE)) {
      text.append(' ').append(type);
    }
    return text.toString();
  }
}
