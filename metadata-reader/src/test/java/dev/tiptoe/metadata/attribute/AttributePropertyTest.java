// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.ArgumentType.OfArray;
import dev.tiptoe.metadata.attribute.ArgumentType.OfEnum;
import dev.tiptoe.metadata.attribute.ArgumentType.OfPrimitive;
import dev.tiptoe.metadata.attribute.AttributeArguments.Complete;
import dev.tiptoe.metadata.attribute.ConstantValue.Text;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.image.AttributeBlobs;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Written blobs read back equal; damaged ones are read differently or refused. */
class AttributePropertyTest {

  private static final int FIRST_ENUM = 2;

  private static final EnumResolver ENUMS =
      (from, name) ->
          AnyArgument.SCALARS.stream()
              .filter(type -> AnyArgument.enumOf(type).path().equals(name.path()))
              .findFirst();

  @Property(tries = 2000)
  void attribute_ofAnyArguments_readsBackEqual(@ForAll long seed) {
    AnyArgument any = new AnyArgument(seed);
    Complete arguments = new Complete(any.arguments(), any.named());
    assertEquals(arguments, decode(arguments.fixed(), blob(arguments)));
  }

  @Property(tries = 15)
  void attribute_cutAnywhere_isDamageButWithoutTheCount(@ForAll long seed) {
    cutAnywhere(seed);
  }

  /** Cuts a blob off at each byte. */
  static void cutAnywhere(long seed) {
    AnyArgument any = new AnyArgument(seed);
    Complete arguments = new Complete(any.arguments(), any.named());
    byte[] whole = blob(arguments);
    int fixed = blob(new Complete(arguments.fixed(), List.of())).length - 2;
    for (int length = 0; length < whole.length; length++) {
      boolean lacksCount = length == fixed || (length == 0 && arguments.fixed().isEmpty());
      assertEquals(lacksCount, read(arguments.fixed(), Arrays.copyOf(whole, length)).isPresent());
    }
  }

  @Property(tries = 2000)
  void attribute_damagedAnywhere_isReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    AnyArgument any = new AnyArgument(seed);
    Complete arguments = new Complete(any.arguments(), any.named());
    byte[] damaged = blob(arguments);
    for (int i = 0; i < 3; i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    read(arguments.fixed(), damaged)
        .ifPresent(other -> assertTrue(!other.toString().isEmpty(), other.toString()));
  }

  private static Optional<AttributeArguments> read(List<Argument> fixed, byte[] blob) {
    try {
      return Optional.of(decode(fixed, blob));
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  private static AttributeArguments decode(List<Argument> fixed, byte[] blob) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    int x = builder.assemblyRef("X", "1.0.0.0");
    builder.typeRef(x, "System", "Type");
    AnyArgument.SCALARS.forEach(type -> builder.typeRef(x, "E", type.name()));
    byte[][] parameters =
        fixed.stream().map(argument -> parameter(argument.type())).toArray(byte[][]::new);
    byte[] signature = SignatureBlobs.method(0x20, SignatureBlobs.primitive(0x01), parameters);
    int constructor = builder.memberRef(0x02000001, ".ctor", signature);
    builder.row(
        Table.CUSTOM_ATTRIBUTE,
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", 0x02000001),
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
        builder.blob(blob));
    return new AttributeDecoder(ENUMS).decode(new CustomAttribute(Given.image(builder), 1));
  }

  private static byte[] parameter(ArgumentType type) {
    if (type instanceof OfArray array) {
      return SignatureBlobs.szArray(parameter(array.element()));
    } else if (type instanceof OfEnum of) {
      int rid = FIRST_ENUM + AnyArgument.SCALARS.indexOf(of.underlying());
      return SignatureBlobs.valueType(0x01000000 | rid);
    } else if (type instanceof OfPrimitive primitive) {
      return SignatureBlobs.primitive(primitive.type().code());
    }
    return SignatureBlobs.classType(0x01000001);
  }

  private static byte[] blob(Complete arguments) {
    byte[][] named =
        arguments.named().stream().map(AttributePropertyTest::named).toArray(byte[][]::new);
    byte[][] fixed =
        arguments.fixed().stream()
            .map(argument -> value(argument.value(), argument.type()))
            .toArray(byte[][]::new);
    return AttributeBlobs.blob(fixed, named);
  }

  private static byte[] named(NamedArgument named) {
    byte[] tag = tag(named.argument().type());
    byte[] value = value(named.argument().value(), named.argument().type());
    return named.kind() == NamedArgument.Kind.FIELD
        ? AttributeBlobs.field(tag, named.name(), value)
        : AttributeBlobs.property(tag, named.name(), value);
  }

  private static byte[] tag(ArgumentType type) {
    if (type instanceof OfArray array) {
      return AttributeBlobs.arrayTag(tag(array.element()));
    } else if (type instanceof OfEnum of) {
      return AttributeBlobs.enumTag(of.name().toString());
    } else if (type instanceof OfPrimitive primitive) {
      boolean object = primitive.type() == PrimitiveType.OBJECT;
      return AttributeBlobs.tag(object ? AttributeBlobs.BOXED : primitive.type().code());
    }
    return AttributeBlobs.tag(AttributeBlobs.TYPE);
  }

  private static byte[] value(Value value, ArgumentType type) {
    if (value instanceof Scalar scalar) {
      return AttributeBlobs.number(Scalar.size(scalar.type()), scalar.bits());
    } else if (value instanceof Text text) {
      return AttributeBlobs.text(text.text());
    } else if (value instanceof Value.OfType of) {
      return AttributeBlobs.text(of.name());
    } else if (value instanceof Value.OfArray array && type instanceof OfArray of) {
      return AttributeBlobs.array(
          array.elements().stream()
              .map(element -> value(element, of.element()))
              .toArray(byte[][]::new));
    } else if (value instanceof Value.Boxed boxed) {
      Argument inside = boxed.argument();
      return AttributeBlobs.boxed(tag(inside.type()), value(inside.value(), inside.type()));
    }
    return type instanceof OfArray ? AttributeBlobs.nullArray() : AttributeBlobs.nullText();
  }
}
