// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.OptionalInt;

/**
 * Reads {@code System.Runtime.CompilerServices.InlineArrayAttribute}, which repeats the only field
 * of a struct, as an array in place.
 */
final class InlineArray {

  private static final String NAMESPACE = "System.Runtime.CompilerServices";
  private static final String NAME = "InlineArrayAttribute";

  private InlineArray() {}

  /** Returns the number of repetitions; empty unless the type has the attribute, undamaged. */
  static OptionalInt length(TypeDef type) {
    try {
      for (CustomAttribute attribute : type.customAttributes()) {
        if (isInlineArray(attribute)) {
          // The value has a prolog of two bytes, then the only argument.
          return OptionalInt.of(attribute.value().i32(2));
        }
      }
    } catch (MetadataFormatException damage) {
      return OptionalInt.empty();
    }
    return OptionalInt.empty();
  }

  private static boolean isInlineArray(CustomAttribute attribute) {
    Image image = attribute.image();
    Token constructor = attribute.constructor();
    if (constructor.table() == MethodDef.TABLE) {
      TypeDef owner = new MethodDef(image, constructor.rid()).declaringType();
      return isNamed(owner.namespace(), owner.name());
    }
    Token parent = new MemberRef(image, constructor.rid()).parent();
    if (parent.table() != TypeRef.TABLE) {
      return false;
    }
    TypeRef owner = new TypeRef(image, parent.rid());
    return isNamed(owner.namespace(), owner.name());
  }

  private static boolean isNamed(String namespace, String name) {
    return name.equals(NAME) && namespace.equals(NAMESPACE);
  }
}
