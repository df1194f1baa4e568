// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.given.HardProfile;
import dev.tiptoe.testdata.browser.Browser;
import dev.tiptoe.testdata.browser.BrowserPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The picture in Chromium, in both schemes. */
@Tag("quarter-2")
class SvgInBrowserTest {

  /** Of two colours by WCAG 2.1, where {@code fill} is {@code rgb(…)}. */
  private static final String CONTRAST =
      """
      const light = (rgb) => rgb.match(/[\\d.]+/g).slice(0, 3).map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const contrast = (a, b) => {
        const [x, y] = [light(a), light(b)];
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      };
      """;

  private static Browser browser;

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void start() {
    browser = Browser.start();
  }

  @AfterAll
  static void end() {
    browser.close();
  }

  private static void scheme(BrowserPage page, String scheme) {
    JsonObject feature = new JsonObject();
    feature.addProperty("name", "prefers-color-scheme");
    feature.addProperty("value", scheme);
    JsonArray features = new JsonArray();
    features.add(feature);
    page.call("Emulation.setEmulatedMedia", "features", features);
  }

  @ParameterizedTest
  @EnumSource
  void picture_inBothSchemes_isReadable(HardProfile hard) throws IOException {
    Path file = folder.resolve("hard.svg");
    try (OutputStream out = Files.newOutputStream(file)) {
      ProfileFormat.SVG.write(hard.profile(), true, out);
    }
    String before = "";
    for (String scheme : List.of("light", "dark")) {
      try (BrowserPage page = browser.newPage()) {
        scheme(page, scheme);
        page.open(file.toUri());
        assertEquals(List.of(), page.complaints());
        assertEquals("svg", page.text("document.documentElement.localName"));
        // An inner svg clips, whatever the font.
        assertEquals(
            "",
            page.text(
                """
                [...document.querySelectorAll('svg svg text')]
                  .filter((text) => getComputedStyle(text.parentNode).overflow !== 'hidden')
                  .map((text) => text.textContent).join()\
                """));
        double contrast =
            page.number(
                CONTRAST
                    + """
                    Math.min(21, ...[...document.querySelectorAll('svg svg text')].map((text) =>
                      contrast(getComputedStyle(text).fill,
                        getComputedStyle(text.parentNode.querySelector('rect')).fill)))\
                    """);
        assertTrue(contrast >= 4.5, scheme + ": " + contrast);
        String paper = page.text("getComputedStyle(document.querySelector('.page')).fill");
        assertNotEquals(before, paper);
        before = paper;
      }
    }
  }
}
