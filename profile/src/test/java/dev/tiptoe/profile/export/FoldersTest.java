// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No text keeps the folders of a path, and names keep what is no path. */
class FoldersTest {

  private static final List<String> AROUND =
      List.of(
          "%s",
          "in %s at",
          "a=%s",
          "'%s'",
          "\"%s\"",
          "(%s)",
          "M(%s)",
          "[%s]",
          "<%s>",
          "f()%s",
          "f(a, %s)",
          "Shop.Cart::M;%s",
          "\t%s",
          "x:%s",
          "{%s}",
          "%s:42",
          "%s(12,5)",
          "→ %s",
          "List<int>(%s)",
          "Outer/Inner in %s",
          "file://%s",
          "a %s b Outer/Inner");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/home/bob",
        "/home/bob/",
        "/home/bob/x",
        "/home//bob",
        "//home/bob/x",
        "/home/bob smith",
        "/home/bob smith/x",
        "/home/bob (work)/x",
        "/home/o'bob/x",
        "/home/o'bob",
        "/Users/bob",
        "/Users/bob/Library/x",
        "/user/bob",
        "/u/bob",
        "/usr/home/bob",
        "/export/home/bob",
        "/homes/bob",
        "/home/corp/bob/x",
        "/mnt/c/Users/bob",
        "/srv/bob/x",
        "/data/bob/x.cs",
        "/proc/1/root/home/bob/x",
        "C:\\Users\\bob",
        "C:\\Users\\bob\\x",
        "c:/users/bob/x",
        "C:\\USERS\\BOB\\x",
        "C:\\Users\\bob smith\\x.cs",
        "C:/Users\\bob/x",
        "C:\\Documents and Settings\\bob",
        "D:\\Profiles\\bob",
        "D:\\work\\bob\\x.cs",
        "\\\\server\\bob\\x",
        "\\\\?\\C:\\Users\\bob\\x",
        "\\\\?\\UNC\\server\\bob\\x",
        "~bob/x",
        "~/bob/x",
        "../bob/x",
        "./bob/x",
        "bob/src/x.cs",
        "bob\\src\\x.dll",
        "build/bob/x.fs",
        "%2Fhome%2Fbob%2Fx",
        "%2fhome%2fbob",
        "C:%5CUsers%5Cbob%5Cx",
        "x/home/bob/y",
        "x\\Users\\bob",
        "/home/bob/x:/home/bob/y",
        "/home/bob/x;/home/bob/y"
      })
  void user_inAnyPath_isRemoved(String path) {
    for (String around : AROUND) {
      String text = around.formatted(path);
      String removed = Folders.removed(text);
      assertFalse(
          removed.toLowerCase(java.util.Locale.ROOT).contains("bob"), text + " -> " + removed);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = (char) 1,
      value = {
        "/srv/app/Shop.dll | Shop.dll",
        "C:\\app\\Shop.dll | Shop.dll",
        "in /srv/app/Cart.cs at | in Cart.cs at",
        "M(/home/bob) | M()",
        "Shop.Cart+<>c::<Buy>b__0 | Shop.Cart+<>c::<Buy>b__0",
        "Outer/Inner::M(Outer/Other) | Outer/Inner::M(Outer/Other)",
        "System.Collections.Generic.List`1/Enumerator | System.Collections.Generic.List`1/Enumerator",
        "operator /(Money, int) | operator /(Money, int)",
        "a / b | a / b",
        "List<T>/Enumerator::MoveNext | List<T>/Enumerator::MoveNext",
        "Cart.Buy(int) → lambda | Cart.Buy(int) → lambda",
        "[stub: jump] | [stub: jump]"
      })
  void text_keepsWhatIsNoFolder(String text, String expected) {
    assertEquals(expected, Folders.removed(text));
  }

  /** Expressions for paths took 40 seconds for the first of these, and a stack for the others. */
  @Test
  void longText_takesTimeInProportion() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (String part :
              List.of("/", "/a", "\\a", "a/", "/home/a", " /", "~/", "'/a'", "(/", "a:/", "%2f")) {
            Folders.removed(part.repeat(200_000));
          }
        });
  }
}
