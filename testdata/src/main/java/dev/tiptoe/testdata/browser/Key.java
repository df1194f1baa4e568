// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.browser;

import java.util.Map;

/**
 * A key in the form of the DevTools protocol.
 *
 * @param name its {@code KeyboardEvent.key}
 * @param code its {@code KeyboardEvent.keyCode}, by which the browser chooses what the key does
 * @param text what it types; empty for nothing
 * @param shift whether Shift is held
 */
record Key(String name, int code, String text, boolean shift) {

  private static final String SHIFT = "Shift+";

  private static final Map<String, Integer> CODES =
      Map.ofEntries(
          Map.entry("Tab", 9),
          Map.entry("Enter", 13),
          Map.entry("Escape", 27),
          Map.entry("PageUp", 33),
          Map.entry("PageDown", 34),
          Map.entry("End", 35),
          Map.entry("Home", 36),
          Map.entry("ArrowLeft", 37),
          Map.entry("ArrowUp", 38),
          Map.entry("ArrowRight", 39),
          Map.entry("ArrowDown", 40));

  /** Returns the key of a name, such as {@code a}, {@code Enter} or {@code Shift+Tab}. */
  static Key of(String name) {
    boolean shift = name.startsWith(SHIFT) && name.length() > SHIFT.length();
    String key = shift ? name.substring(SHIFT.length()) : name;
    if (key.codePointCount(0, key.length()) == 1) {
      return new Key(key, Character.toUpperCase(key.codePointAt(0)), key, shift);
    }
    Integer code = CODES.get(key);
    if (code == null) {
      throw new IllegalArgumentException("unknown key " + key);
    }
    return new Key(key, code, key.equals("Enter") ? "\r" : "", shift);
  }

  void press(BrowserPage page) {
    event(page, text.isEmpty() ? "rawKeyDown" : "keyDown", text);
    event(page, "keyUp", "");
  }

  private void event(BrowserPage page, String type, String typed) {
    page.call(
        "Input.dispatchKeyEvent",
        "type",
        type,
        "key",
        name,
        "windowsVirtualKeyCode",
        code,
        "modifiers",
        shift ? 8 : 0,
        "text",
        typed);
  }
}
