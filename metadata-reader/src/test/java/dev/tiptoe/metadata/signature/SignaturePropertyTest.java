// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.given.Given;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A written model reads back equal; damaged bytes are refused with the format's exception. */
class SignaturePropertyTest {

  @Property(tries = 2000)
  void signature_ofAnyModel_readsBackEqual(@ForAll long seed) {
    Signature signature = new AnySignature(seed).signature();
    assertEquals(signature, Signature.of(Given.bytes(SignatureBytes.of(signature))));
  }

  @Property(tries = 2000)
  void type_ofAnyModel_readsBackEqualToItsEnd(@ForAll long seed) {
    TypeSignature type = new AnySignature(seed).type();
    Cursor cursor = new Cursor(Given.bytes(SignatureBytes.of(type)));
    assertEquals(type, new SignatureReader(cursor).type());
    assertTrue(cursor.atEnd());
  }

  @Property(tries = 300)
  void signature_cutAnywhere_isDamage(@ForAll long seed) {
    byte[] whole = SignatureBytes.of(new AnySignature(seed).signature());
    for (int length = 0; length < whole.length; length++) {
      Bytes cut = Given.bytes(Arrays.copyOf(whole, length));
      assertThrows(MetadataFormatException.class, () -> Signature.of(cut));
    }
  }

  @Property(tries = 2000)
  void signature_damagedAnywhere_isReadOrRefused(@ForAll long seed) {
    byte[] damaged = SignatureBytes.of(new AnySignature(seed).signature());
    Random random = new Random(seed);
    for (int i = 0; i < 3; i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    assertReadOrRefused(damaged);
  }

  @Property(tries = 5000)
  void signature_ofAnyBytes_isReadOrRefused(@ForAll byte[] bytes) {
    assertReadOrRefused(bytes);
  }

  /** A signature read from damaged bytes is whole: it can be written, and reads back equal. */
  private static void assertReadOrRefused(byte[] bytes) {
    readOrRefused(bytes, Signature::of, SignatureBytes::of);
    readOrRefused(bytes, TypeSignature::of, SignatureBytes::of);
  }

  private static <T> void readOrRefused(
      byte[] bytes, Function<Bytes, T> reading, Function<T, byte[]> writing) {
    T read;
    try {
      read = reading.apply(Given.bytes(bytes));
    } catch (MetadataFormatException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
      return;
    }
    assertEquals(read, reading.apply(Given.bytes(writing.apply(read))));
    assertTrue(!read.toString().isEmpty());
  }
}
