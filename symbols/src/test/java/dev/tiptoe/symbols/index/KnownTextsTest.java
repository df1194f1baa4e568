// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KnownTextsTest {

  /** Returns a text that is no constant. */
  private static String text(String content) {
    return String.valueOf(content.toCharArray());
  }

  @Test
  void text_thatWasPut_isFoundByItsNumbers() {
    KnownTexts texts = new KnownTexts(2);
    String put = texts.put(1, 3, 4, text("Shop.Cart.Add(int)"));
    assertSame(put, texts.get(1, 3));
    assertEquals("Shop.Cart.Add(int)", put);
  }

  @Test
  void text_ofNumbersWithoutOne_isNull() {
    KnownTexts texts = new KnownTexts(2);
    texts.put(1, 3, 4, text("a"));
    assertNull(texts.get(1, 2));
    assertNull(texts.get(1, 4));
    assertNull(texts.get(1, -1));
    assertNull(texts.get(0, 3));
    assertNull(texts.get(2, 3));
    assertNull(texts.get(-1, 3));
  }

  @Test
  void texts_thatAreEqual_areOneString() {
    KnownTexts texts = new KnownTexts(2);
    String first = texts.put(0, 1, 4, text("Shop.Cart.Add(int)"));
    assertSame(first, texts.put(1, 2, 4, text("Shop.Cart.Add(int)")));
    assertSame(first, texts.get(1, 2));
  }

  @Test
  void texts_ofAModuleThatWasAddedLater_areKeptOnceThereIsRoom() {
    KnownTexts before = new KnownTexts(1);
    String old = before.put(0, 0, 1, text("a"));
    assertEquals("b", before.put(1, 0, 1, text("b")));
    assertNull(before.get(1, 0));
    KnownTexts after = before.with(2);
    assertSame(old, after.get(0, 0));
    after.put(1, 0, 1, text("b"));
    assertEquals("b", after.get(1, 0));
  }

  @Test
  void texts_ofMoreBytesThanMayBeKept_areForgotten() {
    KnownTexts texts = new KnownTexts(1);
    // A character is counted as two bytes.
    String large = "x".repeat((int) KnownTexts.MOST_AT_ONCE / 2 - 100);
    for (int number = 0; number < 8; number++) {
      texts.put(0, number, 100, text(large));
    }
    assertFalse(texts.isFull());
    texts.put(0, 8, 100, text(large));
    assertTrue(texts.isFull());
    assertNull(texts.emptied().get(0, 0));
    assertFalse(texts.emptied().isFull());
  }

  @Test
  void text_thatIsLargeByItself_isNotKept() {
    KnownTexts texts = new KnownTexts(1);
    texts.put(0, 0, 1, text("x".repeat((int) KnownTexts.MOST_AT_ONCE)));
    assertNull(texts.get(0, 0));
    texts.put(0, 0, (int) KnownTexts.MOST_AT_ONCE, text("a"));
    assertNull(texts.get(0, 0));
  }

  @Test
  void texts_ofManyArrays_countThem() {
    KnownTexts texts = new KnownTexts(100);
    int count = (int) KnownTexts.MOST_AT_ONCE / 8;
    for (int module = 0; module < 20; module++) {
      texts.put(module, 0, count, text("a"));
    }
    assertTrue(texts.isFull());
  }
}
