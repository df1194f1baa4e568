// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonPrimitive;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.browser.Browser;
import dev.tiptoe.testdata.browser.BrowserPage;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real traces through {@code tiptoe view}, in Chromium. */
@Tag("quarter-2")
class ViewPageTest {

  @TempDir private Path folder = Path.of("");

  private Path view(String trace) {
    Path page = folder.resolve("page.html");
    TiptoeRun.tiptoe("view", trace, "--no-open", "--out", page.toString()).expect(0);
    return page;
  }

  private static BrowserPage open(Browser browser, Path file, String fragment) {
    BrowserPage page = browser.newPage();
    page.open(URI.create(file.toUri() + fragment));
    page.await("document.documentElement.dataset.ready === 'true'");
    page.drawn();
    return page;
  }

  /** Returns the cells of the rows of a table that are in sight. */
  private static String rows(BrowserPage page, String table) {
    return page.text(
        "[...document.querySelectorAll(%s)].map((row) => row.innerText).join('\\n')"
            .formatted(new JsonPrimitive(table + " tbody tr")));
  }

  @Test
  void demo_showsItsMethodsWithTheirSource_itsThreadsAndItsTypes() {
    Path file = view(DemoTrace.file());
    try (Browser browser = Browser.start();
        BrowserPage page = open(browser, file, "#tab=methods&search=Crane")) {
      String methods = rows(page, "#methods");
      assertTrue(methods.contains("Crane.Unload(") && methods.contains("/Demo/Crane.cs:"), methods);
      String threads = page.text("tiptoe.model.threads.map(({ name }) => name).join(' ')");
      assertTrue(threads.contains("crane") && threads.contains("customs"), threads);
      page.press("g", "Enter", "g", "ArrowUp");
      String details = page.text("document.getElementById('details').innerText");
      assertTrue(details.contains("Demo.dll") && details.contains("0x0600"), details);
      assertTrue(details.contains("Evidence"), details);
      page.press("4");
      page.run("location.hash = '#tab=loaded&search=Crane'");
      page.await(
          "document.getElementById('search').value === 'Crane' && document.getElementById('loaded').checkVisibility()");
      String loaded = rows(page, "#loaded");
      assertTrue(loaded.contains("Tiptoe.Demo.Crane\ttype\tDemo.dll\tusable"), loaded);
      assertTrue(loaded.contains("Tiptoe.Demo.Crane.Turn()\tmethod\tDemo.dll\tusable"), loaded);
      assertFalse(loaded.contains("::"), loaded);
      assertEquals(List.of(), page.complaints());
      assertEquals(1, page.requests().size());
    }
  }

  @Test
  void modules_areCounted_andWhatWasNotMetOfTheProgramIsListed() {
    Path file = view(DemoTrace.file());
    try (Browser browser = Browser.start();
        BrowserPage page = open(browser, file, "#tab=loaded")) {
      String demo = "tiptoe.model.loaded.filter(({ module }) => module === 'Demo.dll')";
      String counts = "tiptoe.model.loadedModules.find(({ name }) => name === 'Demo.dll')";
      double types = page.number(counts + ".types");
      double met = page.number(counts + ".metTypes");
      assertTrue(met > 0 && met < types, met + " of " + types + " types");
      assertEquals(0, page.number(counts + ".unlisted"));
      assertEquals(types + page.number(counts + ".methods"), page.number(demo + ".length"));
      assertEquals(
          met + page.number(counts + ".metMethods"),
          page.number(demo + ".filter(({ firstMet }) => firstMet !== undefined).length"));
      String levels = page.text("[...new Set(" + demo + ".map(({ level }) => level))].join(', ')");
      assertTrue(levels.contains("never announced"), levels);
      // Of .NET's own modules they are counted only.
      assertTrue(
          page.is(
              "tiptoe.model.loadedModules.some(({ name, unlisted }) => name === 'System.Private.CoreLib.dll' && unlisted > 1000)"));
      assertTrue(
          page.is(
              "tiptoe.model.loaded.every(({ module, firstMet }) => module !== 'System.Private.CoreLib.dll' || firstMet !== undefined)"));
      assertEquals(List.of(), page.complaints());
    }
  }

  @Test
  void typeThatWasLoaded_showsTheStackThatNeededIt() {
    Path trace = folder.resolve("t");
    Child.tiptoe(
            "record",
            "--out",
            trace.toString(),
            "--snapshot-at",
            "ClassLoadFinished",
            "--",
            TestAssembly.DEMO.path().toString(),
            "1")
        .outcome()
        .expect(0);
    Path file = view(trace.toString());
    try (Browser browser = Browser.start();
        BrowserPage page = open(browser, file, "#tab=loaded")) {
      String name =
          page.text(
              "tiptoe.model.loaded.find(({ name, from }) => name.startsWith('Tiptoe.Demo.') && from.length > 0)?.name ?? 'none'");
      page.run(
          "location.hash = '#tab=loaded&search=' + encodeURIComponent(%s)"
              .formatted(new JsonPrimitive(name)));
      page.await(
          "[...document.querySelectorAll('#loaded tbody tr')].some((row) => row.innerText.startsWith("
              + new JsonPrimitive(name)
              + "))");
      String found =
          page.text(
              "[...document.querySelectorAll('#loaded tbody tr')].map((row) => { row.click(); return document.getElementById('details').innerText; }).join('\\n')");
      assertTrue(found.contains("Loaded by the code"), found);
      assertTrue(found.contains("Tiptoe.Demo."), found);
      assertEquals(List.of(), page.complaints());
    }
  }
}
