// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

  @Property(tries = 2000)
  void parse_ofAnyBytes_isAMapOrRefused(@ForAll byte[] bytes) {
    try {
      assertTrue(SourceLink.parse(Bytes.of("map", bytes)).url("/src").isEmpty());
    } catch (MetadataFormatException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("map"));
    }
  }
}
