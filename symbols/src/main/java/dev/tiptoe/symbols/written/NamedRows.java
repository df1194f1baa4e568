// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parsed names of a module's methods and types, each read once. Takes one byte a method and
 * four bytes a type.
 *
 * <p>Thread-safe: threads that need the same row at the same time read it twice. A row whose name
 * cannot be read counts as one that was written.
 */
final class NamedRows {

  /** What a type is for. */
  enum Form {
    /** A type that was written, or one that holds no code of others. */
    OTHER,
    /** A closure of C# or Visual Basic: the methods in it are lambdas and have names. */
    CLOSURE,
    /** A state machine. */
    MACHINE,
    /** A closure of F#: the type has the name, and its methods are those of its base type. */
    FSHARP_CLOSURE
  }

  private static final byte IS_WRITTEN = 1;
  private static final byte IS_GENERATED = 2;
  private static final int GENERIC_INST = 0x15;

  private final Image image;

  /** Indexed by rid; 0 where nothing has been read. */
  private final byte[] methods;

  /** Indexed by rid; 0 where nothing has been read. */
  private final byte[] memberRefs;

  /** Indexed by rid; null where nothing has been read. */
  private final @Nullable Form[] types;

  NamedRows(Image image) {
    this.image = image;
    this.methods = new byte[image.count(MethodDef.TABLE) + 1];
    this.types = new Form[image.count(TypeDef.TABLE) + 1];
    this.memberRefs = new byte[image.count(MemberRef.TABLE) + 1];
  }

  /** Returns whether a compiler made the name of a method. */
  boolean isGenerated(int methodDef) {
    if (isOutside(methods, methodDef)) {
      return false;
    }
    if (methods[methodDef] == 0) {
      return method(methodDef).isPresent();
    }
    return methods[methodDef] == IS_GENERATED;
  }

  /** Returns the parsed name of a method; empty if it was written. */
  Optional<GeneratedName> method(int methodDef) {
    if (isOutside(methods, methodDef) || methods[methodDef] == IS_WRITTEN) {
      return Optional.empty();
    }
    try {
      return method(methodDef, new MethodDef(image, methodDef).name());
    } catch (MetadataFormatException damage) {
      methods[methodDef] = IS_WRITTEN;
      return Optional.empty();
    }
  }

  /** Returns the same for a method whose name has been read. */
  Optional<GeneratedName> method(int methodDef, String name) {
    Optional<GeneratedName> parsed = GeneratedName.parse(name);
    methods[methodDef] = parsed.isPresent() ? IS_GENERATED : IS_WRITTEN;
    return parsed;
  }

  /** Returns what a type is for. */
  Form form(int typeDef) {
    if (typeDef <= 0 || typeDef >= types.length) {
      return Form.OTHER;
    }
    Form form = types[typeDef];
    if (form == null) {
      form = type(typeDef).map(NamedRows::form).orElse(Form.OTHER);
      types[typeDef] = form;
    }
    return form;
  }

  /** Returns the parsed name of a type that holds code of others; empty for any other. */
  Optional<GeneratedName> holder(int typeDef) {
    return form(typeDef) == Form.OTHER ? Optional.empty() : type(typeDef);
  }

  /** Lists of a damaged module may have rows that it does not have. */
  private static boolean isOutside(byte[] rows, int rid) {
    return rid <= 0 || rid >= rows.length;
  }

  private static Form form(GeneratedName name) {
    return switch (name.kind()) {
      case STATE_MACHINE -> Form.MACHINE;
      case CLOSURE -> Form.CLOSURE;
      case FSHARP_CLOSURE -> Form.FSHARP_CLOSURE;
      default -> Form.OTHER;
    };
  }

  private Optional<GeneratedName> type(int typeDef) {
    try {
      return GeneratedName.parse(new TypeDef(image, typeDef).name());
    } catch (MetadataFormatException damage) {
      return Optional.empty();
    }
  }

  // ---- references to members

  /**
   * Returns whether a MemberRef leads to a generated method or a type that holds code of others; a
   * reference to another module does not.
   */
  boolean leadsToGenerated(int memberRef) {
    if (isOutside(memberRefs, memberRef)) {
      return false;
    }
    if (memberRefs[memberRef] == 0) {
      memberRefs[memberRef] = read(memberRef) ? IS_GENERATED : IS_WRITTEN;
    }
    return memberRefs[memberRef] == IS_GENERATED;
  }

  private boolean read(int memberRef) {
    try {
      MemberRef row = new MemberRef(image, memberRef);
      int type = typeDef(row.parent());
      return type != 0 && (form(type) != Form.OTHER || GeneratedName.parse(row.name()).isPresent());
    } catch (MetadataFormatException damage) {
      return false;
    }
  }

  /**
   * Returns the row of the type whose instantiation, or which itself, a token means; 0 for any
   * other, and for one of another module.
   *
   * @ecma II.23.2.14
   */
  int typeDef(Token type) {
    if (!image.contains(type)) {
      return 0;
    }
    if (type.table() == TypeDef.TABLE) {
      return type.rid();
    }
    if (type.table() != TypeSpec.TABLE) {
      return 0;
    }
    Bytes signature = new TypeSpec(image, type.rid()).signature();
    if (signature.u8(0) != GENERIC_INST) {
      return 0;
    }
    int coded = new Cursor(signature.slice(2, signature.length() - 2)).compressed();
    int rid = coded >>> 2;
    boolean isTypeDef = (coded & 3) == 0 && rid > 0 && rid < types.length;
    return isTypeDef ? rid : 0;
  }
}
