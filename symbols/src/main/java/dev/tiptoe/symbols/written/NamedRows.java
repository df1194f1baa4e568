// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What the names of a module's methods and types say, read once for each row. One byte a row.
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

  private static final Form[] FORMS = Form.values();
  private static final byte IS_WRITTEN = 1;
  private static final byte IS_GENERATED = 2;

  private final Image image;

  /** Indexed by rid; 0 where nothing has been read. */
  private final byte[] methods;

  /** One more than the ordinal of the form, by rid; 0 where nothing has been read. */
  private final byte[] types;

  NamedRows(Image image) {
    this.image = image;
    this.methods = new byte[image.count(MethodDef.TABLE) + 1];
    this.types = new byte[image.count(TypeDef.TABLE) + 1];
  }

  /** Returns whether a compiler made the name of a method. */
  boolean isGenerated(int methodDef) {
    if (methods[methodDef] == 0) {
      methods[methodDef] = method(methodDef).isPresent() ? IS_GENERATED : IS_WRITTEN;
    }
    return methods[methodDef] == IS_GENERATED;
  }

  /** Returns the parsed name of a method; empty if it was written. */
  Optional<GeneratedName> method(int methodDef) {
    return methods[methodDef] == IS_WRITTEN
        ? Optional.empty()
        : parsed(rid -> new MethodDef(image, rid).name(), methodDef);
  }

  /** Returns what a type is for. */
  Form form(int typeDef) {
    if (types[typeDef] == 0) {
      Optional<GeneratedName> name = parsed(rid -> new TypeDef(image, rid).name(), typeDef);
      types[typeDef] = (byte) (name.map(NamedRows::form).orElse(Form.OTHER).ordinal() + 1);
    }
    return FORMS[types[typeDef] - 1];
  }

  /** Returns the parsed name of a type that holds code of others; empty for any other. */
  Optional<GeneratedName> holder(int typeDef) {
    return form(typeDef) == Form.OTHER
        ? Optional.empty()
        : parsed(rid -> new TypeDef(image, rid).name(), typeDef);
  }

  private static Form form(GeneratedName name) {
    return switch (name.kind()) {
      case STATE_MACHINE -> Form.MACHINE;
      case CLOSURE -> Form.CLOSURE;
      case FSHARP_CLOSURE -> Form.FSHARP_CLOSURE;
      default -> Form.OTHER;
    };
  }

  private static Optional<GeneratedName> parsed(IntFunction<String> name, int rid) {
    try {
      return GeneratedName.parse(name.apply(rid));
    } catch (MetadataFormatException damage) {
      return Optional.empty();
    }
  }
}
