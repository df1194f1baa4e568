// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The page's own code: one script with all modules, which import one another in one line each. */
final class PageScript {

  /** Each uses only those before it. */
  private static final List<String> MODULES =
      List.of(
          "text",
          "data",
          "tree",
          "model",
          "search",
          "colors",
          "flame",
          "timeline",
          "table",
          "details",
          "filters",
          "loaded",
          "listing",
          "keys",
          "look",
          "bar",
          "state",
          "address",
          "controls",
          "app");

  private PageScript() {}

  static String text() {
    return MODULES.stream()
        .flatMap(module -> resource(module + ".js").lines())
        .filter(line -> !line.startsWith("import ") && !line.startsWith("//"))
        .map(line -> line.startsWith("export ") ? line.substring("export ".length()) : line)
        .collect(Collectors.joining("\n"));
  }

  /** Returns a file of the page. */
  static String resource(String name) {
    try (InputStream in = PageScript.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the page's " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
