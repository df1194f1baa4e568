// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the site: the Markdown pages as HTML, with a menu, what else is among them as it is, and
 * the Javadoc of the libraries. The result is static, needs no server, and loads nothing from
 * anywhere.
 */
public final class Site {

  private static final Map<String, String> SECTIONS = new LinkedHashMap<>();

  static {
    SECTIONS.put("guides", "Guides");
    SECTIONS.put("reference", "Reference");
    SECTIONS.put("how-it-works", "How it works");
    SECTIONS.put("evidence", "Evidence");
    SECTIONS.put("project", "Project");
  }

  private static final List<String> PROJECT =
      List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");

  private static final String PAGES = "src/site/";
  private static final String API = "api/index.html";

  private final Path home;
  private final Path out;
  private final boolean api;

  /** Creates the site of a checkout, in a folder that is replaced; with or without Javadoc. */
  Site(Path home, Path out, boolean api) {
    this.home = home;
    this.out = out;
    this.api = api;
  }

  /** Writes the site of the checkout {@code arguments[0]} into the folder {@code arguments[1]}. */
  public static void main(String[] arguments) throws IOException {
    Path out = Path.of(arguments[1]);
    new Site(Path.of(arguments[0]), out, true).write();
    List<String> dangling = new LinkCheck(out).dangling();
    // Javadoc's list of constants has links to what it leaves out.
    dangling.removeIf(link -> link.startsWith("api/constant-values.html: "));
    if (!dangling.isEmpty()) {
      throw new IOException("links that lead nowhere: " + dangling);
    }
  }

  void write() throws IOException {
    remove(out);
    Files.createDirectories(out);
    if (api) {
      new ApiDocumentation(home).write(out.resolve("api"));
    }
    List<SitePage> pages = new ArrayList<>();
    for (String source : below(file -> !file.endsWith(".md"))) {
      Path file = out.resolve(target(source));
      Files.createDirectories(file.getParent());
      Files.copy(home.resolve(source), file);
    }
    for (String source : sources()) {
      String markdown = Files.readString(home.resolve(source));
      pages.add(SitePage.of(target(source), markdown, link -> resolve(source, link)));
    }
    String template = resource("page.html");
    for (SitePage page : pages) {
      Path file = out.resolve(page.path());
      Files.createDirectories(file.getParent());
      Files.writeString(file, fill(template, page, pages));
    }
    Files.writeString(out.resolve("site.css"), resource("site.css"));
    Files.copy(home.resolve("LICENSE"), out.resolve("project/LICENSE.txt"));
  }

  private List<String> sources() throws IOException {
    return Stream.concat(below(file -> file.endsWith(".md")).stream(), PROJECT.stream()).toList();
  }

  private List<String> below(Predicate<String> wanted) throws IOException {
    try (Stream<Path> all = Files.walk(home.resolve(PAGES))) {
      return all.filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .filter(wanted)
          .sorted()
          .toList();
    }
  }

  /** Returns where in the site a file of the checkout is. */
  private static String target(String source) {
    String page = source.startsWith(PAGES) ? source.substring(PAGES.length()) : "project/" + source;
    return page.equals("project/LICENSE")
        ? "project/LICENSE.txt"
        : page.replaceFirst("\\.md$", ".html");
  }

  /** Returns the destination, in the HTML of a page, for one in its Markdown. */
  private String resolve(String source, String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return link;
    }
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    String fragment = hash < 0 ? "" : link.substring(hash);
    Path file = home.resolve(source).resolveSibling(path).normalize();
    return relative(target(source), target(home.relativize(file).toString())) + fragment;
  }

  private static String relative(String from, String to) {
    Path folder = Path.of("/" + from).resolveSibling("");
    return folder.relativize(Path.of("/" + to)).toString();
  }

  private String fill(String template, SitePage page, List<SitePage> all) {
    return template
        .replace("{title}", html(page.title()))
        .replace("{css}", relative(page.path(), "site.css"))
        .replace("{home}", relative(page.path(), "index.html"))
        .replace("{menu}", menu(page, all))
        .replace("{body}", tablesThatScroll(page.body()));
  }

  /** A wide table scrolls by itself; the page stays as wide as the window. */
  private static String tablesThatScroll(String body) {
    return body.replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">");
  }

  private String menu(SitePage current, List<SitePage> all) {
    StringBuilder menu = new StringBuilder();
    SECTIONS.forEach(
        (folder, heading) -> {
          menu.append("<h2>").append(heading).append("</h2>\n<ul>\n");
          menu.append(
              all.stream()
                  .filter(page -> inMenu(folder, page.path()))
                  .map(page -> entry(current, page))
                  .collect(Collectors.joining()));
          if (api && folder.equals("reference")) {
            menu.append(entry(current, new SitePage(API, "Javadoc", "")));
          }
          menu.append("</ul>\n");
        });
    return menu.toString();
  }

  /** The menu has the pages of a section, and only the index of a folder below it. */
  private static boolean inMenu(String section, String page) {
    return page.matches(section + "/([^/]+|[^/]+/index)\\.html");
  }

  private static String entry(SitePage current, SitePage page) {
    String here = page.path().equals(current.path()) ? " aria-current=\"page\"" : "";
    String link = relative(current.path(), page.path());
    return "<li><a href=\"" + link + "\"" + here + ">" + html(page.title()) + "</a></li>\n";
  }

  private static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  private static String resource(String name) {
    try (InputStream resource = Site.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException(name + " is not among the classes");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path visited, @org.jspecify.annotations.Nullable IOException problem)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
