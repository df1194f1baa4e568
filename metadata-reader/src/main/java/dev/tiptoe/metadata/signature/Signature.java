// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;

/**
 * A whole signature, of the kind that its first byte gives. Immutable; equal when composed of the
 * same parts.
 *
 * @ecma II.23.2
 */
public sealed interface Signature
    permits MethodSignature,
        Signature.OfField,
        Signature.OfProperty,
        Signature.OfLocals,
        Signature.Instantiation {

  /**
   * Reads the signature in a blob of a Field, MethodDef, MemberRef, Property, StandAloneSig or
   * MethodSpec; the blob of a TypeSpec is a {@link TypeSignature}.
   *
   * @throws MetadataFormatException when it is damaged
   */
  static Signature of(Bytes blob) {
    return SignatureReader.read(blob, SignatureReader::signature);
  }

  /**
   * The signature of a field.
   *
   * @param type its type
   * @ecma II.23.2.4
   */
  record OfField(TypeSignature type) implements Signature {
    @Override
    public String toString() {
      return "field " + type;
    }
  }

  /**
   * The signature of a property.
   *
   * @param hasThis whether its accessors have a {@code this}
   * @param type its type
   * @param parameters the parameters of an indexer
   * @ecma II.23.2.5
   */
  record OfProperty(boolean hasThis, TypeSignature type, List<TypeSignature> parameters)
      implements Signature {

    /** Copies the list. */
    public OfProperty {
      parameters = List.copyOf(parameters);
    }

    @Override
    public String toString() {
      String kind = hasThis ? "instance property " : "property ";
      return kind + type + TypeSignature.listed(" (", parameters, ")");
    }
  }

  /**
   * The types of a method's locals.
   *
   * @param types in the order of the locals' numbers; pinned ones are {@link TypeSignature.Pinned}
   * @ecma II.23.2.6
   */
  record OfLocals(List<TypeSignature> types) implements Signature {

    /** Copies the list. */
    public OfLocals {
      types = List.copyOf(types);
    }

    @Override
    public String toString() {
      return TypeSignature.listed("locals (", types, ")");
    }
  }

  /**
   * The type arguments of a generic method.
   *
   * @param arguments in order
   * @ecma II.23.2.15
   */
  record Instantiation(List<TypeSignature> arguments) implements Signature {

    /** Copies the list. */
    public Instantiation {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
      return TypeSignature.listed("<", arguments, ">");
    }
  }
}
