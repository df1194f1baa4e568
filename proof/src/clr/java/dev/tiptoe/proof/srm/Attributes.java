// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static java.util.stream.Collectors.joining;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.Argument;
import dev.tiptoe.metadata.attribute.ArgumentType;
import dev.tiptoe.metadata.attribute.AttributeArguments;
import dev.tiptoe.metadata.attribute.AttributeArguments.Incomplete;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.NamedArgument;
import dev.tiptoe.metadata.attribute.Value;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Every custom attribute of a module, with its arguments. */
final class Attributes implements Section {

  private final AttributeDecoder decoder;

  Attributes(Enums enums) {
    decoder = new AttributeDecoder(enums);
  }

  @Override
  public void of(Image image, Lines lines) {
    for (CustomAttribute row : image.rows(CustomAttribute.TABLE, CustomAttribute::new)) {
      lines.row(row.token(), () -> fields(row));
    }
  }

  private List<Object> fields(CustomAttribute row) {
    List<Object> fields = new ArrayList<>(List.of(row.parent(), row.constructor()));
    try {
      AttributeArguments arguments = decoder.decode(row);
      if (arguments instanceof Incomplete incomplete) {
        fields.add("?enum " + String.join("+", incomplete.unresolved().path()));
      } else {
        arguments.fixed().forEach(argument -> fields.add(text(argument)));
        arguments.named().forEach(argument -> fields.add(text(argument)));
      }
    } catch (MetadataFormatException e) {
      fields.add("?");
    }
    return fields;
  }

  private static String text(NamedArgument argument) {
    String kind = argument.kind().name().toLowerCase(Locale.ROOT);
    return kind + " " + argument.name() + "=" + text(argument.argument());
  }

  private static String text(Argument argument) {
    // The witness does not distinguish an object from its contents.
    return argument.value() instanceof Value.Boxed boxed
        ? text(boxed.argument())
        : text(argument.type()) + " " + text(argument.type(), argument.value());
  }

  private static String text(ArgumentType type) {
    if (type instanceof ArgumentType.OfPrimitive primitive) {
      return primitive.type().fullName().substring("System.".length());
    }
    if (type instanceof ArgumentType.OfArray array) {
      return text(array.element()) + "[]";
    }
    return type instanceof ArgumentType.OfEnum named ? "enum " + named.name() : "Type";
  }

  private static String text(ArgumentType type, Value value) {
    if (value instanceof Value.OfType named) {
      return "typeof(" + named.name() + ")";
    }
    if (value instanceof Value.OfArray array) {
      ArgumentType element =
          type instanceof ArgumentType.OfArray of
              ? of.element()
              : new ArgumentType.OfPrimitive(PrimitiveType.OBJECT);
      return array.elements().stream()
          .map(one -> text(new Argument(element, one)))
          .collect(joining(",", "[", "]"));
    }
    return ConstantText.of(value);
  }
}
