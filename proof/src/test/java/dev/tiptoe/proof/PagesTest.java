// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages describe what exists, and their links lead somewhere. */
class PagesTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path SITE = HOME.resolve("src/site");
  private static final Path ARCHITECTURE = SITE.resolve("how-it-works/architecture.md");

  private static final List<String> MODULES =
      Stream.concat(Modules.published().stream(), Stream.of("proof", "bench", "dist")).toList();

  private static final Pattern PACKAGE_ROW =
      Pattern.compile("(?m)^\\| `(dev\\.tiptoe[.\\w]*)` \\|");
  private static final Pattern FOLDER_ROW =
      Pattern.compile("(?m)^\\| `((?:agent|border|host)[/\\w]*)` \\|");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  private static Stream<Path> below(Path folder, String end) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(end)).toList().stream();
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(below(SITE, ".md").toList());
    for (String page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")) {
      pages.add(HOME.resolve(page));
    }
    return pages;
  }

  private static Set<String> rows(Pattern row) throws IOException {
    return row.matcher(Files.readString(ARCHITECTURE))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void architecture_hasEveryPackageOfEveryModule() throws IOException {
    Set<String> packages = new TreeSet<>();
    for (String module : MODULES) {
      Path sources = HOME.resolve(module).resolve("src/main/java");
      below(sources, "package-info.java")
          .map(file -> sources.relativize(file.resolveSibling("")).toString().replace('/', '.'))
          .forEach(packages::add);
    }
    assertEquals(packages, rows(PACKAGE_ROW));
  }

  @Test
  void architecture_hasEveryFolderOfTheNativeSources() throws IOException {
    Path sources = HOME.resolve("native-bridge/src/main/cpp");
    Set<String> folders = new TreeSet<>();
    try (Stream<Path> all = Files.walk(sources)) {
      all.filter(Files::isDirectory)
          .map(folder -> sources.relativize(folder).toString())
          // They are a module too, with the marks of its build.
          .filter(folder -> !folder.isEmpty() && !folder.startsWith("target"))
          // The folder of a processor has parts of the others.
          .filter(folder -> !folder.startsWith("agent/cpu/"))
          .forEach(folders::add);
    }
    assertEquals(folders, rows(FOLDER_ROW));
  }

  @Test
  void architecture_namesEachModulesPackagesInItsPicture() throws IOException {
    String page = Files.readString(ARCHITECTURE);
    String picture = page.substring(page.indexOf("```"), page.indexOf("## Modules"));
    for (String name : rows(PACKAGE_ROW)) {
      String last = name.substring(name.lastIndexOf('.') + 1);
      boolean nested = name.matches("dev\\.tiptoe\\.proof\\.\\w+\\.\\w+");
      assertTrue(nested || picture.matches("(?s).*\\b" + last + "\\b.*"), name);
    }
  }

  @Test
  void link_ofEveryPage_leadsSomewhere() throws IOException {
    List<String> dangling = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        String target = link.group(1);
        if (!target.matches("[a-z]+:.*")) {
          links++;
          if (!leads(page, target)) {
            dangling.add(HOME.relativize(page) + ": " + target);
          }
        }
      }
    }
    assertEquals(List.of(), dangling);
    assertTrue(links > 50, links + " links");
  }

  private static boolean leads(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0
        || HEADING
            .matcher(Files.readString(file))
            .results()
            .map(PagesTest::anchor)
            .anyMatch(target.substring(hash + 1)::equals);
  }

  private static String anchor(MatchResult heading) {
    return heading
        .group(1)
        .toLowerCase(java.util.Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  @Test
  void page_ofTheSite_isReachedFromTheReadme() throws IOException {
    Set<Path> reached = new TreeSet<>();
    List<Path> open = new ArrayList<>(List.of(HOME.resolve("README.md")));
    while (!open.isEmpty()) {
      Path page = open.remove(open.size() - 1);
      if (page.toString().endsWith(".md") && Files.exists(page) && reached.add(page)) {
        LINK.matcher(Files.readString(page))
            .results()
            .map(link -> link.group(1).replaceAll("#.*", ""))
            .filter(path -> !path.isEmpty() && !path.matches("[a-z]+:.*"))
            .forEach(path -> open.add(page.resolveSibling(path).normalize()));
      }
    }
    List<Path> lost = below(SITE, ".md").filter(page -> !reached.contains(page)).toList();
    assertEquals(List.of(), lost);
    assertFalse(reached.isEmpty());
  }
}
