// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

  @Test
  void token_isTableAndRid() {
    Token token = Token.of(0x06, 0x123);
    assertEquals(0x06000123, token.value());
    assertEquals(0x06, token.table());
    assertEquals(0x123, token.rid());
    assertFalse(token.isNil());
    assertEquals("0x06000123", token.toString());
  }

  @Test
  void token_withEveryBitSet_isUnsigned() {
    Token token = Token.of(0xff, 0xffffff);
    assertEquals(0xff, token.table());
    assertEquals(0xffffff, token.rid());
    assertEquals("0xffffffff", token.toString());
  }

  @Test
  void token_withoutARid_isNil() {
    assertTrue(new Token(0x02000000).isNil());
  }

  @Test
  void token_outOfRange_isTheCallersMistake() {
    assertThrows(IllegalArgumentException.class, () -> Token.of(0x100, 1));
    assertThrows(IllegalArgumentException.class, () -> Token.of(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> Token.of(2, 0x1000000));
    assertThrows(IllegalArgumentException.class, () -> Token.of(2, -1));
  }

  @ParameterizedTest
  @CsvSource({
    "0x06000123, 0x06000123",
    "0X6000123, 0x06000123",
    "0x1, 0x00000001",
    "0xFFffFFff, 0xffffffff"
  })
  void token_thatATextStates_isParsed(String text, String token) {
    assertEquals(token, Token.parse(text).orElseThrow().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0x", "06000123", "0x006000123", "0x06g", "0x-1", " 0x1", "x01", "0x٣"})
  void text_thatStatesNoToken_isNone(String text) {
    assertEquals(Optional.empty(), Token.parse(text));
  }
}
