// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site, without Javadoc; a release makes it with. */
class SiteTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  @TempDir private Path folder = Path.of("");

  private Path write() throws IOException {
    Path site = folder.resolve("site");
    new Site(HOME, site, false).write();
    return site;
  }

  @Test
  void link_ofEveryPage_leadsSomewhereInTheSite() throws IOException {
    LinkCheck check = new LinkCheck(write());
    assertEquals(List.of(), check.dangling());
    assertTrue(check.links() > 1000, check.links() + " links");
  }

  @Test
  void page_ofMarkdown_hasItsTitleItsTablesAndTheMenu() throws IOException {
    String page = Files.readString(write().resolve("how-it-works/security.html"));
    assertTrue(page.contains("<title>Security · Tiptoe</title>"), page);
    assertTrue(page.contains("<h2 id=\"who-is-trusted\">Who is trusted</h2>"), page);
    assertTrue(page.contains("<th>party</th>"), page);
    assertTrue(page.contains("<a href=\"security.html\" aria-current=\"page\">Security</a>"), page);
    assertTrue(page.contains("href=\"../index.html\""), page);
  }

  @Test
  void menu_ofPagesBelowASection_hasTheirIndexOnly() throws IOException {
    String page = Files.readString(write().resolve("evidence/performance.html"));
    String menu = page.substring(page.indexOf("<nav"), page.indexOf("</nav>"));
    assertTrue(menu.contains("<a href=\"results/index.html\">Results</a>"), menu);
    assertFalse(menu.contains("results/agent.html"), menu);
    assertTrue(page.contains("<a href=\"results/agent.html\">agent</a>"), page);
  }

  /** Nothing is fetched from anywhere when a page is opened. */
  @Test
  void page_loadsNothingFromOutside() throws IOException {
    try (var pages = Files.walk(write())) {
      for (Path page : pages.filter(file -> file.toString().endsWith(".html")).toList()) {
        String text = Files.readString(page);
        assertFalse(
            text.matches("(?s).*<(link|script|img|iframe)\\b[^>]*(href|src)=\"\\w+:.*"),
            page::toString);
      }
    }
  }

  @Test
  void picture_amongThePages_isCopiedAndShown() throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    for (String file : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")) {
      Files.writeString(home.resolve(file), "# A\n\n![a](src/site/reference/a.svg)");
    }
    Files.writeString(home.resolve("LICENSE"), "");
    Files.createDirectories(home.resolve("src/site/reference"));
    Files.writeString(home.resolve("src/site/reference/a.svg"), "<svg/>");
    Files.writeString(home.resolve("src/site/index.md"), "# Index");
    Path site = folder.resolve("pictured");
    new Site(home, site, false).write();
    assertEquals("<svg/>", Files.readString(site.resolve("reference/a.svg")));
    String page = Files.readString(site.resolve("project/README.html"));
    assertTrue(page.contains("<img src=\"../reference/a.svg\" alt=\"a\""), page);
    assertEquals(List.of(), new LinkCheck(site).dangling());
  }

  @Test
  void markup_inMarkdown_isText() {
    SitePage page = SitePage.of("a.html", "# A `b`\n\n<script>x</script>\n", link -> link);
    assertEquals("A b", page.title());
    assertFalse(page.body().contains("<script>"), page.body());
  }

  @Test
  void linkCheck_findsWhatLeadsNowhereAndOutOfTheSite() throws IOException {
    Path site = Files.createDirectory(folder.resolve("small"));
    Files.writeString(folder.resolve("outside.html"), "");
    Files.writeString(
        site.resolve("a.html"),
        "<p id=\"here\"><a href=\"#here\">1</a><a href=\"#there\">2</a>"
            + "<a href=\"b.html\">3</a><a href=\"../outside.html\">4</a>");
    assertEquals(
        List.of("a.html: #there", "a.html: b.html", "a.html: ../outside.html"),
        new LinkCheck(site).dangling());
  }
}
