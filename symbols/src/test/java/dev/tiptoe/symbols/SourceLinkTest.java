// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceLinkTest {

  private static final String MAP =
      """
      \ufeff{ "schema": [1, -2.5e3, {"x": null}, true, false, {}, []],
        "documents": {
          "/src/*": "https://host/main/*",
          "/src/lib/*": "https://host/lib/*?raw",
          "C:\\\\a b\\\\*": "https://host/win/*",
          "/src/Exact.cs": "https://host/exact",
          "/star/*.cs": "https://host/*",
          "/two/*": "https://host/*/*",
          "/none/*": "https://host/none",
          "/plain": "https://host/*",
          "/\\u00e4/*": "https://host/\\/umlaut/*"
        } }
      """;

  private static final List<String> LETTERS =
      List.of("a", "A", "b", "ß", "\u0130", "i", "\ud801\udc00", "\ud801\udc28");

  private static SourceLink map(String json) {
    return SourceLink.parse(Bytes.of("map", json.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "/src/Shop.cs, https://host/main/Shop.cs",
    "/SRC/a/b c.cs, https://host/main/a/b%20c.cs",
    "/src/lib/x+y~(1)*.cs,",
    "/src/lib/x+y~.cs, https://host/lib/x%2By~.cs?raw",
    "/src/Exact.cs, https://host/exact",
    "/src/Exact.cs2, https://host/main/Exact.cs2",
    "C:\\a b\\d\\e.cs, https://host/win/d/e.cs",
    "/star/x.cs,",
    "/two/x.cs,",
    "/none/x.cs,",
    "/plain,",
    "/ä/ö.cs, https://host//umlaut/%C3%B6.cs",
    "elsewhere.cs,"
  })
  void url_ofAPath_isThatOfTheLongestPattern(String path, String url) {
    assertEquals(Optional.ofNullable(url), map(MAP).url(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}}",
        "{\"documents\":[]}",
        "{\"documents\":{\"a\":1}}",
        "{\"documents\":{\"a\":\"b\",}}",
        "{\"documents\":{\"a\":\"b}}",
        "{\"documents\":{\"a\":\"\\u12\"}}",
        "{\"documents\":{\"a\":\"\\x\"}}",
        "{\"documents\":{\"a\":\"\n\"}}",
        "{\"a\":nul}",
        "{\"a\"}",
      })
  void parse_ofOtherJson_isRefused(String json) {
    assertThrows(MetadataFormatException.class, () -> map(json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"documents\":{}}", "{\"other\":\"\\b\\f\\n\\r\\t\\/\"}"})
  void parse_ofAMapWithoutEntries_isEmpty(String json) {
    assertEquals(Optional.empty(), map(json).url("/a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void parse_ofDeepJson_isRefused(String open) {
    assertThrows(MetadataFormatException.class, () -> map("{\"x\":" + open.repeat(100_000)));
  }

  @Test
  void parse_ofTooMuch_isRefused() {
    StringBuilder many = new StringBuilder("{\"documents\":{\"\":\"\"");
    for (int i = 0; i < 5000; i++) {
      many.append(",\"").append(i).append("\":\"\"");
    }
    assertThrows(MetadataFormatException.class, () -> map(many + "}}"));
    assertThrows(MetadataFormatException.class, () -> map(" ".repeat(2 << 20) + "{}"));
  }

  /** Patterns of two letters are beginnings of each other, and of paths, in all ways. */
  @Property(tries = 500)
  void url_ofAnyPath_isThatOfTheFirstOfTheLongestPatterns(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> patterns = new ArrayList<>();
    StringBuilder json = new StringBuilder();
    for (int i = random.nextInt(30); i >= 0; i--) {
      patterns.add(text(random, 1) + (random.nextBoolean() ? "*" : ""));
      String url = (patterns.get(patterns.size() - 1).endsWith("*") ? "*?" : "") + patterns.size();
      json.append(json.isEmpty() ? "" : ",");
      json.append(String.format("\"%s\":\"%s\"", patterns.get(patterns.size() - 1), url));
    }
    SourceLink map = map("{\"documents\":{" + json + "}}");
    for (int i = 0; i < 40; i++) {
      String path = text(random, 0);
      assertEquals(modelled(patterns, path), map.url(path), () -> path + " of " + json);
    }
  }

  private static String text(SplittableRandom random, int least) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(least, 9); i > 0; i--) {
      text.append(LETTERS.get(random.nextInt(random.nextInt(1, LETTERS.size() + 1))));
    }
    return text.toString();
  }

  /** Asks every pattern. */
  private static Optional<String> modelled(List<String> patterns, String path) {
    String best = "";
    int length = -1;
    for (int i = 0; i < patterns.size(); i++) {
      boolean isPrefix = patterns.get(i).endsWith("*");
      String pattern = patterns.get(i).replace("*", "");
      boolean fits = isPrefix || pattern.length() == path.length();
      if (fits
          && path.regionMatches(true, 0, pattern, 0, pattern.length())
          && pattern.length() > length) {
        length = pattern.length();
        String rest =
            URLEncoder.encode(path.substring(length), StandardCharsets.UTF_8).replace("+", "%20");
        best = (isPrefix ? rest + "?" : "") + (i + 1);
      }
    }
    return length < 0 ? Optional.empty() : Optional.of(best);
  }

  /** A text whose characters are counted when they are read. */
  private static final class Counted implements CharSequence {
    private final String text;
    private long reads;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Test
  void prefixes_ofAnyNumber_takeAFewReadingsOfThePath() {
    String path = "/src/".repeat(100) + "Shop.cs";
    for (int patterns : new int[] {1 << 8, 1 << 12, 1 << 16}) {
      String[] all = new String[patterns];
      for (int i = 0; i < patterns; i++) {
        // Each second one is a beginning of the path, as long as there are any.
        all[i] = i < 2 * path.length() && i % 2 == 0 ? path.substring(0, i / 2) : "/src/" + i;
      }
      PrefixTable table = new PrefixTable(all);
      Counted counted = new Counted(path);
      int found = table.longest(counted);
      int expected = Math.min(path.length() - 1, patterns / 2 - 1);
      assertEquals(path.substring(0, expected), table.text(found));
      // One reading, and a second character, for each step of the search.
      int steps = Integer.numberOfTrailingZeros(patterns) + 1;
      assertTrue(counted.reads <= steps * 2L * path.length(), () -> counted.reads + " reads");
    }
  }

  /** The longest beginning is far up among those that the last text before a path has. */
  @Test
  void prefix_thatIsManyBeginningsAway_isFound() {
    String[] all = new String[2000];
    for (int i = 0; i < all.length; i++) {
      all[i] = "a".repeat(i);
    }
    PrefixTable table = new PrefixTable(all);
    for (int length = 0; length < all.length; length++) {
      assertEquals(length, table.text(table.longest("a".repeat(length) + "b")).length());
    }
    assertEquals(PrefixTable.NONE, new PrefixTable("b", "ab").longest("a"));
    assertEquals(PrefixTable.NONE, new PrefixTable().longest("a"));
  }

  @Property(tries = 2000)
  void parse_ofAnyBytes_isAMapOrRefused(@ForAll byte[] bytes) {
    try {
      assertTrue(SourceLink.parse(Bytes.of("map", bytes)).url("/src").isEmpty());
    } catch (MetadataFormatException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("map"));
    }
  }
}
