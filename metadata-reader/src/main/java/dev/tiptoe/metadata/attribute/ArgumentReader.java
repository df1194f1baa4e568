// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.attribute.ArgumentType.OfArray;
import dev.tiptoe.metadata.attribute.ArgumentType.OfEnum;
import dev.tiptoe.metadata.attribute.ArgumentType.OfPrimitive;
import dev.tiptoe.metadata.attribute.ArgumentType.OfSystemType;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the values in an attribute's blob. An empty result means that an enum is unknown, and that
 * nothing more can be read. Mutable, not thread-safe.
 *
 * @ecma II.23.3
 */
final class ArgumentReader {

  private static final int SZARRAY = 0x1d;
  private static final int TYPE = 0x50;
  private static final int BOXED = 0x51;
  private static final int FIELD = 0x53;
  private static final int PROPERTY = 0x54;
  private static final int ENUM = 0x55;

  private static final int NULL_STRING = 0xff;
  private static final int NULL_ARRAY = -1;

  /** The limit for objects in vectors in objects; compilers write a few levels at most. */
  private static final int DEEPEST = 100;

  private final Cursor cursor;
  private final EnumTypes enums;
  private int depth;

  ArgumentReader(Cursor cursor, EnumTypes enums) {
    this.cursor = cursor;
    this.enums = enums;
  }

  /** Reads a value of a known type. */
  Optional<Argument> argument(ArgumentType type) {
    return value(type).map(value -> new Argument(type, value));
  }

  /** Reads a field or property, its type and its value. */
  Optional<NamedArgument> named() {
    int kind = cursor.u8();
    if (kind != FIELD && kind != PROPERTY) {
      throw cursor.damaged("0x" + Integer.toHexString(kind) + " is neither field nor property");
    }
    Optional<ArgumentType> type = type();
    if (type.isEmpty()) {
      return Optional.empty();
    }
    String name = name("a field or property");
    return argument(type.get())
        .map(
            argument ->
                new NamedArgument(
                    kind == FIELD ? NamedArgument.Kind.FIELD : NamedArgument.Kind.PROPERTY,
                    name,
                    argument));
  }

  private Optional<ArgumentType> type() {
    int tag = cursor.u8();
    return tag == SZARRAY ? elementType(cursor.u8()).map(OfArray::new) : elementType(tag);
  }

  private Optional<ArgumentType> elementType(int tag) {
    return switch (tag) {
      case TYPE -> Optional.of(OfSystemType.SYSTEM_TYPE);
      case BOXED -> Optional.of(new OfPrimitive(PrimitiveType.OBJECT));
      case ENUM -> enumType().map(type -> type);
      default ->
          Optional.of(
              PrimitiveType.of(tag)
                  .filter(type -> Scalar.has(type) || type == PrimitiveType.STRING)
                  .map(OfPrimitive::new)
                  .orElseThrow(
                      () ->
                          cursor.damaged(
                              "0x" + Integer.toHexString(tag) + " is no type of an argument")));
    };
  }

  private Optional<OfEnum> enumType() {
    String name = name("an enum");
    return enums.of(
        SerializedTypeName.parse(name).orElseThrow(() -> cursor.damaged("an enum called " + name)));
  }

  private Optional<Value> value(ArgumentType type) {
    if (type instanceof OfArray array) {
      return array(array.element());
    }
    if (type instanceof OfEnum of) {
      return Optional.of(Scalar.read(of.underlying(), cursor));
    }
    if (type instanceof OfPrimitive primitive) {
      return primitive(primitive.type());
    }
    return Optional.of(text().<Value>map(Value.OfType::new).orElse(ConstantValue.Null.NULL));
  }

  private Optional<Value> primitive(PrimitiveType type) {
    return switch (type) {
      case STRING ->
          Optional.of(text().<Value>map(ConstantValue.Text::new).orElse(ConstantValue.Null.NULL));
      case OBJECT -> boxed();
      default -> Optional.of(Scalar.read(type, cursor));
    };
  }

  private Optional<Value> boxed() {
    if (++depth > DEEPEST) {
      throw cursor.damaged("objects nested deeper than " + DEEPEST);
    }
    Optional<Value> boxed = type().flatMap(this::argument).map(Value.Boxed::new);
    depth--;
    return boxed;
  }

  private Optional<Value> array(ArgumentType element) {
    int count = cursor.i32();
    if (count == NULL_ARRAY) {
      return Optional.of(ConstantValue.Null.NULL);
    }
    // Every element takes at least a byte.
    if (Integer.compareUnsigned(count, cursor.left()) > 0) {
      String elements = Integer.toUnsignedString(count);
      throw cursor.damaged(elements + " elements in " + cursor.left() + " bytes");
    }
    List<Value> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Optional<Value> value = value(element);
      if (value.isEmpty()) {
        return value;
      }
      elements.add(value.get());
    }
    return Optional.of(new Value.OfArray(elements));
  }

  private String name(String what) {
    return text().orElseThrow(() -> cursor.damaged(what + " without a name"));
  }

  /** Reads a string; empty for null. */
  private Optional<String> text() {
    if (cursor.peek() == NULL_STRING) {
      cursor.u8();
      return Optional.empty();
    }
    int length = cursor.compressed();
    return Optional.of(cursor.slice(length).utf8(0, length));
  }
}
