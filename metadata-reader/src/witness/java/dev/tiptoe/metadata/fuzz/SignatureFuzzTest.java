// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.fuzz;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.functionPointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.genericMethod;
import static dev.tiptoe.testdata.image.SignatureBlobs.instantiation;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.methodParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a signature of every kind: read into the model, and named in a module where they are
 * the signature of a field, a method, a reference to a member, an instantiation and a type that the
 * others name.
 */
@Tag("quarter-2")
class SignatureFuzzTest {

  private static final byte[] INT = primitive(I4);
  private static final int ITSELF = 0x1b000001;

  static Stream<byte[]> seeds() {
    byte[] list = generic(classType(0x01000001), szArray(INT), classType(ITSELF));
    return Stream.of(
        field(optional(ITSELF, list)),
        genericMethod(1, methodParameter(0), byRef(array(INT, 2, new int[] {3}, -1)), list),
        method(0x25, INT, functionPointer(method(INT, list)), new byte[] {0x41}, INT),
        new byte[] {0x07, 0x02, 0x45, 0x10, 0x08, 0x16},
        new byte[] {0x28, 0x01, 0x08, 0x0e},
        instantiation(list, INT),
        list);
  }

  @MethodSource("seeds")
  @FuzzTest
  void signature_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    modelled(bytes, Signature::of);
    modelled(bytes, TypeSignature::of);
    named(bytes);
  }

  /** A signature that was read prints the same when it is read again. */
  private static void modelled(byte[] bytes, Function<Bytes, ?> reading) {
    try {
      Object first = reading.apply(Given.bytes(bytes));
      Object again = reading.apply(Given.bytes(bytes));
      if (!first.equals(again) || !first.toString().equals(again.toString())) {
        throw new IllegalStateException(first + " is not " + again);
      }
    } catch (MetadataFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }

  private static void named(byte[] bytes) {
    ImageBuilder builder = ImageBuilder.assembly("Fuzz", "1.0.0.0");
    builder.typeRef(0, "N", "T");
    builder.typeSpec(bytes);
    builder.field("F", bytes);
    int method = builder.method("M", bytes);
    builder.memberRef(ITSELF, "R", bytes);
    builder.methodSpec(method, bytes);
    Image image = Given.image(builder);
    Names names = new Names(image);
    for (int token : new int[] {ITSELF, 0x04000001, method, 0x0a000001, 0x2b000001}) {
      names.of(new Token(token));
    }
  }
}
