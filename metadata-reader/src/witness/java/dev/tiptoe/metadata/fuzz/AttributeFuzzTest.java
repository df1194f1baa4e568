// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import static dev.tiptoe.testdata.image.AttributeBlobs.BOXED;
import static dev.tiptoe.testdata.image.AttributeBlobs.array;
import static dev.tiptoe.testdata.image.AttributeBlobs.arrayTag;
import static dev.tiptoe.testdata.image.AttributeBlobs.blob;
import static dev.tiptoe.testdata.image.AttributeBlobs.boxed;
import static dev.tiptoe.testdata.image.AttributeBlobs.enumTag;
import static dev.tiptoe.testdata.image.AttributeBlobs.field;
import static dev.tiptoe.testdata.image.AttributeBlobs.number;
import static dev.tiptoe.testdata.image.AttributeBlobs.property;
import static dev.tiptoe.testdata.image.AttributeBlobs.tag;
import static dev.tiptoe.testdata.image.AttributeBlobs.text;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.SerializedTypeName;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as the arguments of attributes whose constructors take different things, as constants
 * of every type, and as the name of a type.
 */
@Tag("quarter-1")
class AttributeFuzzTest {

  private static final int I4 = 0x08;
  private static final byte[] INT = SignatureBlobs.primitive(I4);
  private static final byte[] OBJECT = SignatureBlobs.primitive(SignatureBlobs.OBJECT);
  private static final byte[] STRING = SignatureBlobs.primitive(SignatureBlobs.STRING);

  static Stream<byte[]> seeds() {
    byte[] objects = array(boxed(tag(I4), number(4, 1)), boxed(enumTag("N.E, A"), number(1, 2)));
    byte[][] fixed = {boxed(arrayTag(tag(BOXED)), objects)};
    return Stream.of(
        blob(fixed, field(tag(I4), "F", number(4, 3)), property(tag(0x0e), "P", text("p"))),
        blob(text("s"), array(number(4, 1), number(4, 2))),
        blob(number(1, 1), text("N.T`1[[X+Y[,]*&, A, Version=1.0.0.0]], B")),
        "N.T`1[[X+Y[,]*&, A, Version=1.0.0.0],[Z]][], B\\,C".getBytes(StandardCharsets.UTF_8),
        new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest
  void attribute_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    attributes(bytes);
    constants(bytes);
    SerializedTypeName.parse(new String(bytes, StandardCharsets.UTF_8))
        .ifPresent(
            name -> {
              if (!SerializedTypeName.parse(name.toString()).equals(Optional.of(name))) {
                throw new IllegalStateException(name + " reads back differently");
              }
            });
  }

  private static void attributes(byte[] bytes) {
    ImageBuilder builder = ImageBuilder.assembly("Fuzz", "1.0.0.0");
    int type = builder.typeRef(builder.assemblyRef("A", "1.0.0.0"), "System", "Type");
    int day = builder.typeRef(0, "N", "Day");
    int owner = builder.typeDef("N", "Attribute");
    int value = builder.blob(bytes);
    byte[][][] constructors = {
      {},
      {OBJECT},
      {STRING, SignatureBlobs.szArray(INT)},
      {SignatureBlobs.valueType(day), SignatureBlobs.classType(type)},
      {SignatureBlobs.szArray(OBJECT), SignatureBlobs.szArray(SignatureBlobs.valueType(day))}
    };
    for (byte[][] parameters : constructors) {
      byte[] signature = SignatureBlobs.method(0x20, SignatureBlobs.primitive(0x01), parameters);
      int constructor = builder.memberRef(owner, ".ctor", signature);
      builder.row(
          Table.CUSTOM_ATTRIBUTE,
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", owner),
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
          value);
    }
    Image image = Given.image(builder);
    AttributeDecoder decoder = new AttributeDecoder((from, name) -> Optional.of(PrimitiveType.U1));
    for (int rid = 1; rid <= constructors.length; rid++) {
      CustomAttribute attribute = new CustomAttribute(image, rid);
      readOrRefused(() -> decoder.decode(attribute));
    }
  }

  private static void constants(byte[] bytes) {
    ImageBuilder builder = ImageBuilder.netmodule("fuzz.netmodule");
    int value = builder.blob(bytes);
    for (int type = 0; type < 0x20; type++) {
      builder.row(Table.CONSTANT, type, 0x10, value);
    }
    Image image = Given.image(builder);
    for (int rid = 1; rid <= 0x20; rid++) {
      Constant constant = new Constant(image, rid);
      readOrRefused(() -> ConstantValue.of(constant));
    }
  }

  private static void readOrRefused(Supplier<?> reading) {
    try {
      if (!reading.get().equals(reading.get()) || reading.get().toString().isEmpty()) {
        throw new IllegalStateException(reading.get() + " reads differently again");
      }
    } catch (MetadataFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }
}
