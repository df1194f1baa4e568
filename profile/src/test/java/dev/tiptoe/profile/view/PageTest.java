// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.testdata.TestBrowser;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page does in Chromium. */
@Tag("witness")
class PageTest {

  private static Browser browser;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    browser = Browser.start();
  }

  @AfterAll
  static void end() {
    browser.close();
  }

  private static Profile profile() {
    Profile.Builder builder = new Profile.Builder().name("shop.tiptoe");
    int thread = builder.thread(new ProfileThread(1, 7, "crane"));
    int main = builder.stack(StackTree.NONE, builder.frame(Frame.named("Shop::Main", "Shop.dll")));
    int work = builder.stack(main, builder.frame(Frame.named("Shop::Work", "Shop.dll")));
    builder.add(1_000_000, builder.row(thread, main), 1, 1_000_000);
    builder.add(2_000_000, builder.row(thread, work), 3, 3_000_000);
    return builder.build();
  }

  private BrowserPage open(Profile profile) throws IOException {
    Path file = folder.resolve("page.html");
    try (OutputStream out = Files.newOutputStream(file)) {
      HtmlView.write(profile, List.of(), out);
    }
    BrowserPage page = browser.newPage();
    page.open(file.toUri());
    page.await("document.documentElement.dataset.ready === 'true'");
    return page;
  }

  @Test
  void page_asItOpens_complainsOfNothingAndAsksForNothingButItself() throws IOException {
    try (BrowserPage page = open(profile())) {
      assertEquals("shop.tiptoe - Tiptoe", page.text("document.title"));
      assertEquals(List.of(), page.complaints());
      assertEquals(List.of(folder.resolve("page.html").toUri().toString()), page.requests());
    }
  }

  @Test
  void search_forAMethod_tellsItsShare() throws IOException {
    try (BrowserPage page = open(profile())) {
      page.press("/");
      page.type("work");
      assertEquals("75.0% found", page.text("document.getElementById('found').textContent"));
    }
  }

  @Test
  void page_keepsTheRulesOfAccessibility() throws IOException {
    try (BrowserPage page = open(profile())) {
      page.run(TestBrowser.axe() + ";true");
      assertEquals(
          "[]",
          page.text(
              "axe.run().then((found) => found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' ')}`))"));
    }
  }
}
