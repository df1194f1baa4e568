// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks that the links of a site lead to files and places that are in it. Not thread-safe. */
final class LinkCheck {

  private static final Pattern LINK =
      Pattern.compile("<(?:a|link|img|script)\\b[^>]*?\\b(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\\b(?:id|name)=\"([^\"]*)\"");

  private final Path site;
  private final Map<Path, Set<String>> anchors = new HashMap<>();
  private int links;

  LinkCheck(Path site) {
    this.site = site.toAbsolutePath().normalize();
  }

  /** Returns each link that leads nowhere, with its page; and those that lead out of the site. */
  List<String> dangling() throws IOException {
    List<String> dangling = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        String target = link.group(1).replace("&amp;", "&");
        if (!target.matches("(https?|mailto|javascript):.*")) {
          links++;
          if (!leads(page, target)) {
            dangling.add(site.relativize(page) + ": " + target);
          }
        }
      }
    }
    return dangling;
  }

  /** Returns how many links were looked at. */
  int links() {
    return links;
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> all = Files.walk(site)) {
      return all.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
  }

  private boolean leads(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(decoded(path)).normalize();
    if (!file.startsWith(site) || !Files.isRegularFile(file)) {
      return false;
    }
    return hash < 0
        || hash == target.length() - 1
        || anchors(file).contains(decoded(target.substring(hash + 1)));
  }

  private Set<String> anchors(Path file) throws IOException {
    Set<String> known = anchors.get(file);
    if (known == null) {
      known =
          ID.matcher(Files.readString(file))
              .results()
              .map(id -> id.group(1).replace("&lt;", "<").replace("&gt;", ">"))
              .collect(Collectors.toUnmodifiableSet());
      anchors.put(file, known);
    }
    return known;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
