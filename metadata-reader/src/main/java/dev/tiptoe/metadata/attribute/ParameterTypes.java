// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.attribute.ArgumentType.OfArray;
import dev.tiptoe.metadata.attribute.ArgumentType.OfPrimitive;
import dev.tiptoe.metadata.attribute.ArgumentType.OfSystemType;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.metadata.signature.TypeSignature.GenericInstance;
import dev.tiptoe.metadata.signature.TypeSignature.Modified;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.metadata.signature.TypeSignature.SzArray;
import dev.tiptoe.metadata.signature.TypeSignature.TypeParameter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts the parameters of an attribute's constructor to types of arguments. An empty result
 * means that an enum is unknown. Not thread-safe.
 */
final class ParameterTypes {

  /** The limit for the names of all types together; no normal constructor comes near this. */
  private static final int MOST_CHARACTERS = 1 << 16;

  private final Image image;
  private final Bytes blob;
  private final List<TypeSignature> typeArguments;
  private final EnumTypes enums;
  private final Map<Named, Optional<ArgumentType>> known = new HashMap<>();
  private int characters;

  /** Creates the types of the constructor of an attribute whose arguments are in {@code blob}. */
  ParameterTypes(Image image, Bytes blob, List<TypeSignature> typeArguments, EnumTypes enums) {
    this.image = image;
    this.blob = blob;
    this.typeArguments = typeArguments;
    this.enums = enums;
  }

  Optional<ArgumentType> of(TypeSignature parameter) {
    TypeSignature type = closed(parameter);
    return type instanceof SzArray array
        ? element(closed(array.element())).map(OfArray::new)
        : element(type);
  }

  /** Returns the type without modifiers, with type parameters replaced by arguments. */
  private TypeSignature closed(TypeSignature type) {
    TypeSignature bare = unmodified(type);
    return bare instanceof TypeParameter parameter && parameter.number() < typeArguments.size()
        ? unmodified(typeArguments.get(parameter.number()))
        : bare;
  }

  private static TypeSignature unmodified(TypeSignature type) {
    TypeSignature bare = type;
    while (bare instanceof Modified modified) {
      bare = modified.type();
    }
    return bare;
  }

  private Optional<ArgumentType> element(TypeSignature type) {
    if (type instanceof PrimitiveType primitive && OfPrimitive.isArgument(primitive)) {
      return Optional.of(new OfPrimitive(primitive));
    }
    if (type instanceof Named named) {
      return known(named);
    }
    // An enum may be inside a generic type.
    if (type instanceof GenericInstance instance && instance.type() instanceof Named named) {
      return known(named);
    }
    throw blob.damaged(0, "no attribute takes a parameter of " + type);
  }

  /** The length is checked, because a few bytes can refer to a long name many times. */
  private Optional<ArgumentType> known(Named type) {
    Optional<ArgumentType> found = known.get(type);
    if (found == null) {
      found = named(type);
      known.put(type, found);
    }
    return found;
  }

  private Optional<ArgumentType> named(Named type) {
    SerializedTypeName name = SerializedNames.of(image, type.token());
    characters += name.toString().length();
    if (characters > MOST_CHARACTERS) {
      throw blob.damaged(0, "names of types that have no end");
    }
    if (type.valueType()) {
      return enums.of(name).map(found -> found);
    }
    // The specification requires element types for two of them; the runtime accepts their names
    // too.
    return Optional.of(
        switch (String.join("+", name.path())) {
          case "System.Type" -> OfSystemType.SYSTEM_TYPE;
          case "System.String" -> new OfPrimitive(PrimitiveType.STRING);
          case "System.Object" -> new OfPrimitive(PrimitiveType.OBJECT);
          default -> throw blob.damaged(0, "no attribute takes a parameter of class " + name);
        });
  }
}
