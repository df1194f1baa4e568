// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.ImportScope;
import java.util.List;
import java.util.Optional;

/**
 * What a range of source imports: a namespace, a type or an assembly, perhaps by another name.
 * Immutable; names are decoded on each call.
 */
public final class Import {

  // What an import of some kind has, in the order of the blob.
  static final int ALIAS = 1;
  static final int ASSEMBLY = 2;
  static final int NAMESPACE = 4;
  static final int TYPE = 8;

  /** What is imported. */
  public enum Kind {
    /** The types of a namespace. */
    IMPORT_NAMESPACE(1, NAMESPACE),
    /** The types of a namespace in an assembly. */
    IMPORT_ASSEMBLY_NAMESPACE(2, ASSEMBLY | NAMESPACE),
    /** The members of a type. */
    IMPORT_TYPE(3, TYPE),
    /** An XML namespace, by a prefix. */
    IMPORT_XML_NAMESPACE(4, ALIAS | NAMESPACE),
    /** An alias of assemblies that a scope around this one has. */
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

    /** The number that stands for it. */
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
      return new ImportReader(scope.imports(), scope.image().metadata().blobs()).read();
    } catch (MetadataFormatException e) {
      throw e.about(scope.token());
    }
  }

  /** What is imported. */
  public Kind kind() {
    return kind;
  }

  /** The name by which the source knows it; empty where the kind has none. */
  public Optional<String> alias() {
    return text(ALIAS, alias);
  }

  /** The AssemblyRef, in the module; nil where the kind has none. */
  public Token assembly() {
    return assembly;
  }

  /** The namespace; empty where the kind has none. */
  public Optional<String> namespace() {
    return text(NAMESPACE, namespace);
  }

  /** The TypeDef, TypeRef or TypeSpec, in the module; nil where the kind has none. */
  public Token type() {
    return type;
  }

  private Optional<String> text(int part, Bytes text) {
    return kind.has(part) ? Optional.of(text.utf8(0, text.length())) : Optional.empty();
  }

  /** Its kind, and what it has. */
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
