// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Hresult;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WideTextTest {

  private static final ComInterface NAMED =
      ComInterface.UNKNOWN.extendedBy(
          "INamed", "11111111-2222-3333-4444-777777777777", "GetName(pp)");

  /** The effect of a method of that shape on the buffer and the length. */
  private interface Writer {
    int write(Pointer buffer, Pointer length);
  }

  private int calls;

  /** The text that is read when a method writes so. */
  private String read(Writer writer) {
    ComBody body =
        arguments -> {
          calls++;
          return writer.write((Pointer) arguments[0], (Pointer) arguments[1]);
        };
    try (ComObject object =
            new ComObject(
                List.of(new ComImplementation(NAMED, Map.of("GetName", body))),
                fault -> {
                  throw new IllegalStateException(fault);
                });
        ComReference named = object.reference(NAMED)) {
      return named.function("GetName").text();
    }
  }

  /** As a method does that keeps to what is agreed. */
  private static int honest(String text, Pointer buffer, Pointer length) {
    byte[] bytes = WideText.bytes(text);
    int room = length.getInt(0);
    length.setInt(0, bytes.length / Character.BYTES);
    if (bytes.length / Character.BYTES > room) {
      return Hresult.ERROR_INSUFFICIENT_BUFFER;
    }
    buffer.write(0, bytes, 0, bytes.length);
    return Hresult.S_OK;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 62, 63, 64, 65, 500, 4095})
  void text_ofAnyLengthUpToTheLimit_isRead(int length) {
    String text = "ß".repeat(length);
    assertEquals(text, read((buffer, place) -> honest(text, buffer, place)));
    assertEquals(length < 64 ? 1 : 2, calls);
  }

  @Test
  void text_withUnpairedSurrogates_staysWhatItIs() {
    String text = "a\ud800b\udc00";
    assertArrayEquals(HexFormat.of().parseHex("610000d8620000dc0000"), WideText.bytes(text));
    assertEquals(text, read((buffer, place) -> honest(text, buffer, place)));
  }

  @Test
  void text_withANullCharacterInside_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> WideText.bytes("a\0b"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64, 4097, Integer.MAX_VALUE, -1})
  void room_thatIsNoAnswer_isAFailure(int needed) {
    ComException failure =
        assertThrows(
            ComException.class,
            () ->
                read(
                    (buffer, place) -> {
                      place.setInt(0, needed);
                      return Hresult.ERROR_INSUFFICIENT_BUFFER;
                    }));
    assertEquals(Hresult.ERROR_INSUFFICIENT_BUFFER, failure.hresult());
    assertEquals(1, calls);
  }

  @Test
  void room_thatIsNeverEnough_endsSoon() {
    assertThrows(
        ComException.class,
        () ->
            read(
                (buffer, place) -> {
                  place.setInt(0, place.getInt(0) + 1);
                  return Hresult.ERROR_INSUFFICIENT_BUFFER;
                }));
    assertTrue(calls < 10, calls + " calls");
  }

  @Test
  void text_withoutAnEnd_isAFailure() {
    ComException failure =
        assertThrows(
            ComException.class,
            () ->
                read(
                    (buffer, place) -> {
                      buffer.setMemory(0, place.getInt(0) * 2L, (byte) 'x');
                      return Hresult.S_OK;
                    }));
    assertEquals(
        "INamed::GetName wrote text without an end: E_UNEXPECTED (0x8000ffff)",
        failure.getMessage());
  }

  @Test
  void failure_isOne() {
    ComException failure =
        assertThrows(ComException.class, () -> read((buffer, place) -> Hresult.E_FAIL));
    assertEquals("INamed::GetName: E_FAIL (0x80004005)", failure.getMessage());
  }
}
