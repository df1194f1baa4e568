// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.attribute.ArgumentType.OfArray;
import dev.tiptoe.metadata.attribute.ArgumentType.OfEnum;
import dev.tiptoe.metadata.attribute.ArgumentType.OfPrimitive;
import dev.tiptoe.metadata.attribute.ArgumentType.OfSystemType;
import dev.tiptoe.metadata.attribute.ConstantValue.Null;
import dev.tiptoe.metadata.attribute.ConstantValue.Text;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes arguments of any type and value, each a chance's child. For one thread. */
final class AnyArgument {

  /** The types of scalars; there is an enum {@code E.}<em>name</em> of each in another assembly. */
  static final List<PrimitiveType> SCALARS =
      Arrays.stream(PrimitiveType.values()).filter(Scalar::has).toList();

  private static final int DEEPEST = 4;

  private final Random random;
  private int depth;

  AnyArgument(long seed) {
    random = new Random(seed);
  }

  static SerializedTypeName enumOf(PrimitiveType type) {
    String assembly = "X, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
    return new SerializedTypeName(List.of("E." + type.name()), List.of(), "", assembly);
  }

  List<Argument> arguments() {
    return list(this::argument);
  }

  List<NamedArgument> named() {
    return list(
        () ->
            new NamedArgument(
                any(List.of(NamedArgument.Kind.values())),
                any(List.of("A", "\u00e9", "")),
                argument()));
  }

  private Argument argument() {
    depth++;
    ArgumentType type = random.nextInt(4) == 0 ? new OfArray(simple()) : simple();
    Argument argument = new Argument(type, value(type));
    depth--;
    return argument;
  }

  private ArgumentType simple() {
    return switch (random.nextInt(depth < DEEPEST ? 5 : 4)) {
      case 0 -> OfSystemType.SYSTEM_TYPE;
      case 1 -> new OfPrimitive(PrimitiveType.STRING);
      case 2 -> new OfPrimitive(any(SCALARS));
      case 3 -> ofEnum(any(SCALARS));
      default -> new OfPrimitive(PrimitiveType.OBJECT);
    };
  }

  private static OfEnum ofEnum(PrimitiveType type) {
    return new OfEnum(enumOf(type), type);
  }

  private Value value(ArgumentType type) {
    if (type instanceof OfArray array) {
      return random.nextInt(5) == 0
          ? Null.NULL
          : new Value.OfArray(list(() -> value(array.element())));
    } else if (type instanceof OfEnum of) {
      return new Scalar(of.underlying(), random.nextLong());
    } else if (type instanceof OfPrimitive primitive) {
      return switch (primitive.type()) {
        case STRING -> random.nextInt(5) == 0 ? Null.NULL : new Text(text());
        case OBJECT -> new Value.Boxed(argument());
        default -> new Scalar(primitive.type(), random.nextLong());
      };
    }
    return random.nextInt(5) == 0 ? Null.NULL : new Value.OfType(text());
  }

  private String text() {
    return any(List.of("", "N.T", "\u00e9\0\ud83d\ude00", "x".repeat(200)));
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private <T> List<T> list(Supplier<T> element) {
    return Stream.generate(element).limit(random.nextInt(4)).toList();
  }
}
