// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.FrameSource;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.symbols.SourceDocument;
import dev.tiptoe.testdata.browser.Browser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page does in Chromium, with the mouse and with the keys. */
@Tag("quarter-1")
class PageTest {

  private static final String ALL = "all · 1 s";
  private static final String TIMELINE = "#timeline canvas";

  /** Finds what no text of a page may have. */
  private static final String ODD = "/[\\u0000-\\u0008\\u000b-\\u001f\\u202e\\u2066\\u009b]/";

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

  private Path file() {
    return folder.resolve("page.html");
  }

  private OpenPage open(Profile profile, String fragment) throws IOException {
    try (OutputStream out = Files.newOutputStream(file())) {
      HtmlView.write(profile, ShopProfile.loaded(), out);
    }
    return OpenPage.open(browser, file(), fragment);
  }

  private OpenPage open(String fragment) throws IOException {
    return open(ShopProfile.profile(), fragment);
  }

  private OpenPage open() throws IOException {
    return open("");
  }

  private OpenPage difference() throws IOException {
    try (OutputStream out = Files.newOutputStream(file())) {
      HtmlView.write(ProfileDifference.of(ShopProfile.profile(), ShopProfile.later()), out);
    }
    return OpenPage.open(browser, file(), "");
  }

  // ---- what it is

  @Test
  void page_inAllItsViews_complainsOfNothingAndAsksForNothingButItself() throws IOException {
    try (OpenPage page = open()) {
      assertEquals("shop.tiptoe - Tiptoe", page.in.text("document.title"));
      page.in.press("2", "3", "4", "1", "u", "b", "b", "d", "?", "m", "Escape", "t", "ArrowDown");
      page.in.press("+", "-", "Escape", "g", "ArrowDown", "ArrowDown", "Enter", "c", "f", "f");
      page.search("buy").in.press("Escape");
      assertTrue(page.fragment("frame").startsWith("#tab=sandwich"));
      assertEquals(List.of(), page.in.complaints());
      assertEquals(List.of(file().toUri().toString()), page.in.requests());
    }
  }

  @Test
  void frames_thatOnlyCarryTheWorkOfOthers_areLeftOutAtFirst() throws IOException {
    try (OpenPage page = open()) {
      assertEquals(
          Set.of(
              ALL,
              "Crane.Lift()",
              "Program.Main(string[])",
              "Cart.Buy(int)",
              "Price.Of(Ware)",
              "System.Array::Sort"),
          Set.copyOf(page.boxes()));
      page.in.click("#legend button:nth-child(4)");
      assertTrue(page.boxes().contains("<native>"), () -> page.boxes().toString());
      assertEquals("N native", page.text("#legend button:nth-child(4)"));
    }
  }

  @Test
  void profile_ofAClock_saysWhichItIs() throws IOException {
    for (Clock clock : Clock.values()) {
      Profile.Builder builder = new Profile.Builder().name("p").clock(Optional.of(clock));
      int stack = builder.stack(StackTree.NONE, builder.frame(ShopProfile.MAIN));
      builder.add(
          0, builder.row(builder.thread(new ProfileThread(1, 7, "main")), stack), 1, 7_000_000);
      try (OpenPage page = open(builder.build(), "")) {
        assertEquals("7 ms of " + clock.inWords(), page.text("#total"));
      }
    }
  }

  @Test
  void profile_withoutSamples_saysSo() throws IOException {
    try (OpenPage page = open(new Profile.Builder().name("empty").build(), "")) {
      // What is loaded is all that there is to see.
      assertEquals("Shop.Cart", page.rows("#loaded").get(0).get(0));
      page.in.press("1");
      assertEquals(List.of("No samples here."), page.boxes());
      page.in.press("g", "ArrowDown", "Enter", "2", "g", "ArrowDown", "Enter", "3", "c", "f", "b");
      page.in.drawn();
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void stack_deeperThanAnyScreen_isDrawnToItsEnd() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("deep");
    int frame = builder.frame(Frame.named("Deep::Down", "Deep.dll"));
    int stack = StackTree.NONE;
    for (int i = 0; i < 70_000; i++) {
      stack = builder.stack(stack, frame);
    }
    stack = builder.stack(stack, builder.frame(Frame.named("Deep::Bottom", "Deep.dll")));
    builder.add(1, builder.row(builder.thread(new ProfileThread(1, 1, "t")), stack), 1, 1);
    try (OpenPage page = open(builder.build(), "")) {
      page.in.wheel(600, 400, 0, 70_001 * 20);
      page.in.await(
          "document.querySelector('#flame canvas').texts.some(({ text }) => text === 'Deep::Bottom')");
      assertEquals(List.of(), page.in.complaints());
    }
  }

  // ---- search

  @Test
  void search_tellsHowManyMethodsAndHowMuchOfAll() throws IOException {
    try (OpenPage page = open()) {
      assertEquals("1 method in 40.0%, 400 ms", page.search("buy").text("#found"));
      page.in.press("Escape");
      assertEquals("", page.text("#found"));
      assertEquals("2 methods in 50.0%, 500 ms", page.search("/^price|sort$/").text("#found"));
      page.in.press("Escape");
      assertEquals("4 methods in 100.0%, 1 s", page.search("SHOP.dll").text("#found"));
      page.in.press("Escape");
      assertEquals("no valid expression", page.search("/(/").text("#found"));
      page.in.press("Escape");
      page.search("cart").in.press("Enter", "2");
      assertEquals(
          List.of("Cart.Buy(int)"), page.rows("#methods").stream().map(row -> row.get(2)).toList());
      page.in.press("4");
      assertEquals(2, page.rows("#loaded").size());
    }
  }

  @Test
  void search_marksWhatItFindsInAnotherColour() throws IOException {
    try (OpenPage page = open()) {
      List<Integer> before = page.color("Cart.Buy");
      List<Integer> other = page.color("System.Array");
      page.search("buy");
      assertNotEquals(before, page.color("Cart.Buy"));
      assertNotEquals(other, page.color("System.Array"));
    }
  }

  // ---- zoom and direction

  @Test
  void zoom_byDoubleClickOrKeys_makesABoxAsWideAsThePicture() throws IOException {
    try (OpenPage page = open()) {
      OpenPage.Drawn buy = page.box("Cart.Buy");
      page.in.doubleClick(buy.x() + 4, buy.y());
      assertFalse(page.boxes().contains("System.Array::Sort"));
      assertTrue(page.fragment("zoom=").contains("zoom="));
      assertEquals("zoomed in ×", page.text("#crumbs"));
      page.in.press("g", "Escape");
      assertTrue(page.boxes().contains("System.Array::Sort"));
      page.select("System.Array").in.press("g", "Enter");
      assertFalse(page.boxes().contains("Cart.Buy(int)"));
      page.in.click("#crumbs button");
      assertTrue(page.boxes().contains("Cart.Buy(int)"));
    }
  }

  @Test
  void picture_canHaveTheRootBelow() throws IOException {
    try (OpenPage page = open()) {
      assertTrue(page.box(ALL).y() < page.box("Cart.Buy").y());
      page.in.press("u");
      assertTrue(page.box(ALL).y() > page.box("Cart.Buy").y());
      assertTrue(page.select("Cart.Buy").text("#details").startsWith("Cart.Buy(int)"));
    }
  }

  @Test
  void picture_bottomUp_beginsWithTheLeaves() throws IOException {
    try (OpenPage page = open()) {
      page.in.click("#bottom");
      assertEquals(page.box("Price.Of").y(), page.box("Crane.Lift").y());
      assertTrue(page.box("Price.Of").y() < page.box("Program.Main").y());
      assertEquals(ALL, page.boxes().get(0));
    }
  }

  // ---- filters

  @Test
  void modules_leftOut_addTheirTimeToTheirCallers() throws IOException {
    try (OpenPage page = open()) {
      page.in.press("m");
      page.in.click("#filters li:nth-child(2) input");
      assertFalse(page.boxes().contains("System.Array::Sort"));
      assertEquals("1 module left out ×", page.text("#crumbs"));
      page.in.press("2");
      assertEquals(
          List.of("20.0% 200 ms", "60.0% 600 ms"),
          page.rows("#methods").stream()
              .filter(row -> row.get(2).startsWith("Program.Main"))
              .findFirst()
              .orElseThrow()
              .subList(0, 2));
      page.in.click("#crumbs button");
      assertTrue(page.in.is("document.querySelector('#filters li:nth-child(2) input').checked"));
    }
  }

  @Test
  void focus_showsOnlyStacksWithTheSelection() throws IOException {
    try (OpenPage page = open()) {
      page.select("Cart.Buy").in.press("f");
      assertEquals("400 ms", page.text("#total"));
      assertFalse(page.boxes().contains("Crane.Lift()"));
      page.in.press("f");
      assertEquals("1 s", page.text("#total"));
    }
  }

  // ---- the other views

  @Test
  void sandwich_hasTheCallersAndTheCalleesOfAMethod() throws IOException {
    try (OpenPage page = open()) {
      page.select("Cart.Buy").in.press("c");
      assertEquals("Cart.Buy(int)", page.text("#sandwich-title"));
      assertEquals(
          List.of("Cart.Buy(int)", "Program.Main(string[])"),
          page.boxes(".half:nth-of-type(1) canvas"));
      assertEquals(
          List.of("Cart.Buy(int)", "Price.Of(Ware)"), page.boxes(".half:nth-of-type(2) canvas"));
    }
  }

  @Test
  void methods_areSortedByAnyColumnAndLeadToTheirCallers() throws IOException {
    try (OpenPage page = open()) {
      page.in.press("2");
      assertEquals(
          List.of("40.0% 400 ms", "40.0% 400 ms", "Crane.Lift()"),
          page.rows("#methods").get(0).subList(0, 3));
      page.in.click("#methods th:nth-child(3) button");
      assertEquals("Cart.Buy(int)", page.rows("#methods").get(0).get(2));
      assertEquals(
          "ascending", page.in.text("document.querySelector('#methods th:nth-child(3)').ariaSort"));
      page.in.press("g", "ArrowDown", "Enter");
      assertEquals("Crane.Lift()", page.text("#sandwich-title"));
    }
  }

  @Test
  void timeline_choosesTimeAndThread() throws IOException {
    try (OpenPage page = open()) {
      JsonObject box = page.in.box(TIMELINE);
      double top = box.get("y").getAsDouble();
      double names = 170;
      double end = box.get("width").getAsDouble();
      page.in.drag(names + 4, top + 30, (names + end) / 2, top + 30);
      double half = page.in.number("tiptoe.tree.totals[0][0]");
      assertTrue(half > 0.45e9 && half < 0.55e9, half + " ns");
      assertFalse(page.boxes().contains("Crane.Lift()"));
      page.in.click(names + 50, top + 30);
      assertEquals("1 s", page.text("#total"));
      page.in.click(20, top + 50);
      assertEquals("400 ms", page.text("#total"));
      assertEquals("crane ×", page.text("#crumbs"));
      page.in.press("t", "Escape", "ArrowDown");
      assertEquals("600 ms", page.text("#total"));
      page.in.press("+");
      assertTrue(page.text("#crumbs").endsWith("of main ×"), () -> page.text("#crumbs"));
      page.in.press("Escape");
      assertEquals("1 s", page.text("#total"));
    }
  }

  @Test
  void pointer_onABox_tellsItsLineAndToken() throws IOException {
    try (OpenPage page = open()) {
      OpenPage.Drawn buy = page.box("Cart.Buy");
      page.in.move(buy.x() + 4, buy.y());
      page.in.drawn();
      String tip = page.text("#tip");
      for (String part :
          List.of(
              "Cart.Buy(int)",
              "40.0% (400 ms)",
              "10.0% (100 ms)",
              "Shop.dll",
              "0x06000002",
              "/src/Cart.cs:40",
              "user code",
              "usable, first met at 15 ms")) {
        assertTrue(tip.contains(part), () -> part + " is not in " + tip);
      }
      page.in.move(buy.x() + 4, buy.y() + 300);
      page.in.drawn();
      assertTrue(page.in.is("document.getElementById('tip').hidden"));
    }
  }

  @Test
  void source_isLinkedWhereSourceLinkGivesAnAddressOfTheWeb() throws IOException {
    try (OpenPage page = open()) {
      page.select("Cart.Buy");
      assertEquals(
          ShopProfile.SOURCE + "#L40", page.in.text("document.querySelector('#details a').href"));
      assertEquals("noopener noreferrer", page.in.text("document.querySelector('#details a').rel"));
      page.select("Price.Of");
      assertTrue(page.text("#details").contains("/src/Cart.cs:7"));
      assertTrue(page.in.is("document.querySelector('#details a') === null"));
    }
  }

  @Test
  void loaded_tellsHowFarSinceWhenByWhatAndWhatCausedIt() throws IOException {
    try (OpenPage page = open()) {
      page.in.press("4", "g", "ArrowDown");
      assertEquals(
          List.of("Shop.Cart", "type", "Shop.dll", "usable", "12.3 ms"),
          page.rows("#loaded").get(0).subList(0, 5));
      page.in.press("Home", "Enter");
      String details = page.text("#details");
      for (String part :
          List.of(
              "Shop.Cart",
              "usable, first met at 12.3 ms",
              "0x02000002",
              "it was instantiated",
              "0x7f0010",
              "Shop.Program::Main",
              "Shop.Start::Up")) {
        assertTrue(details.contains(part), () -> part + " is not in " + details);
      }
      page.in.press("1");
      assertTrue(page.select("Cart.Buy").text("#details").contains("it was on a stack at 15.0 ms"));
      assertTrue(page.text("#details").contains("0x7f0020"));
    }
  }

  @Test
  void loaded_isSearched_andCounted_inTheOrderOfTheProfileAtFirst() throws IOException {
    try (OpenPage page = open()) {
      page.search("cart").in.press("Enter", "4");
      assertEquals("2 of 3 types and methods", page.text("#found"));
      assertEquals(
          List.of("Shop.Cart", "Shop.Cart::Buy"),
          page.rows("#loaded").stream().map(row -> row.get(0)).toList());
      page.in.click("#loaded th:first-child button");
      page.in.click("#loaded th:first-child button");
      assertEquals("Shop.Cart::Buy", page.rows("#loaded").get(0).get(0));
      page.in.press("2");
      assertTrue(page.text("#found").startsWith("1 method in "), () -> page.text("#found"));
    }
  }

  @Test
  void loaded_canBeThatOfOneModule_ofWhichItIsSaidHowMuchWasMet() throws IOException {
    try (OpenPage page = open()) {
      page.in.press("4");
      assertEquals(
          "met: 2 of 2,003 types, 1 of 30,012 methods; 32,012 that were not met are not listed",
          page.text("#loaded .choice span"));
      page.in.run(
          "{ const select = document.querySelector('#loaded select'); select.selectedIndex = 1; select.dispatchEvent(new Event('change')); true }");
      assertEquals(
          List.of("Shop.Cart", "Shop.Cart::Buy"),
          page.rows("#loaded").stream().map(row -> row.get(0)).toList());
      assertEquals(
          "met: 1 of 3 types, 1 of 12 methods; 13 that were not met are not listed",
          page.text("#loaded .choice span"));
      assertEquals("1 of 2 types and methods", page.search("buy").text("#found"));
      assertTrue(page.fragment("loaded=0").contains("loaded=0"));
      assertEquals(List.of(), page.in.complaints());
    }
    try (OpenPage page = open("#tab=loaded&loaded=1")) {
      assertEquals(
          List.of("System.Array"), page.rows("#loaded").stream().map(row -> row.get(0)).toList());
    }
  }

  // ---- differences

  @Test
  void difference_showsMoreAndLessInTwoColoursAndWithSigns() throws IOException {
    try (OpenPage page = difference()) {
      assertEquals("all · 100 samples → 100 samples", page.boxes().get(0));
      List<Integer> less = page.color("−30.0% Cart.Buy");
      List<Integer> more = page.color("+30.0% System.Array");
      assertTrue(less.get(2) > less.get(0) + 30, () -> "bluish: " + less);
      assertTrue(more.get(0) > more.get(2) + 30, () -> "reddish: " + more);
      page.in.press("2");
      List<String> row =
          page.rows("#methods").stream()
              .filter(each -> each.get(3).startsWith("Cart.Sell"))
              .findFirst()
              .orElseThrow();
      assertEquals(List.of("+40.0%", "0.00% 0 samples", "40.0% 40 samples"), row.subList(0, 3));
      page.in.press("1");
      assertTrue(page.select("+40.0% Cart.Sell").text("#details").contains("+40.0%"));
      assertEquals(
          "1 method in 0.00% → 40.0%, 0 samples → 40 samples", page.search("sell").text("#found"));
      assertEquals(List.of(), page.in.complaints());
      assertEquals(List.of(), page.broken());
    }
  }

  // ---- the address

  @Test
  void address_leadsToWhatOneSees() throws IOException {
    String fragment;
    List<String> boxes;
    String details;
    try (OpenPage page = open()) {
      page.in.press("t", "ArrowDown", "g", "u", "m");
      page.in.click("#legend button:nth-child(4)");
      page.select("Program.Main").search("price").in.press("Enter");
      OpenPage.Drawn buy = page.box("Cart.Buy");
      page.in.doubleClick(buy.x() + 4, buy.y());
      fragment = page.fragment("zoom");
      boxes = page.boxes();
      details = page.text("#details");
    }
    try (OpenPage page = open(fragment)) {
      assertEquals(boxes, page.boxes());
      assertEquals(details, page.text("#details"));
      assertEquals("600 ms", page.text("#total"));
      assertEquals("price", page.in.text("document.getElementById('search').value"));
      assertEquals("true", page.in.text("document.getElementById('direction').ariaPressed"));
      assertEquals(
          "true",
          page.in.text("document.querySelector('#legend button:nth-child(4)').ariaPressed"));
      page.in.run("location.hash = '#tab=methods&search=sort'");
      page.in.await("!document.getElementById('methods').hidden");
      assertEquals(
          List.of("System.Array::Sort"),
          page.rows("#methods").stream().map(row -> row.get(2)).toList());
    }
  }

  @Test
  void address_ofNothingThatThereIs_showsAll() throws IOException {
    try (OpenPage page =
        open(
            "#tab=nowhere&from=9&to=x&thread=77&modules=99,-1&kinds=44&focus=1e9&frame=-4&path=0,0,0,77&zoom=3,2&search=")) {
      assertTrue(page.boxes().contains("Crane.Lift()"));
      assertEquals("1 s", page.text("#total"));
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void lanes_haveTheColoursOfKindsThatAreShown() throws IOException {
    Profile.Builder builder = new Profile.Builder();
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int stack = StackTree.NONE;
    for (Frame frame : List.of(ShopProfile.MAIN, ShopProfile.SORT, Frame.NATIVE)) {
      stack = builder.stack(stack, builder.frame(frame));
    }
    for (int at = 1; at <= 1000; at++) {
      builder.add(at * 1_000_000L, builder.row(thread, stack), 1, 1_000_000);
    }
    try (OpenPage page = open(builder.build(), "")) {
      assertEquals("F framework", lane(page));
      page.in.click("#legend button:nth-child(3)");
      assertEquals("N native", lane(page));
      page.in.click("#legend button:nth-child(2)");
      page.in.click("#legend button:nth-child(3)");
      assertEquals("U user code", lane(page));
    }
  }

  /** Returns the kind in the legend whose colour the middle of the first lane has. */
  private static String lane(OpenPage page) {
    page.in.drawn();
    page.in.drawn();
    return page.in.text(
        """
        {
          const canvas = document.querySelector('#timeline canvas');
          const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          pen.drawImage(canvas, -400 * devicePixelRatio, -30 * devicePixelRatio);
          const found = pen.getImageData(0, 0, 1, 1).data;
          const far = (button) => {
            pen.globalAlpha = 1;
            pen.fillStyle = getComputedStyle(canvas).getPropertyValue('--lane');
            pen.fillRect(0, 0, 1, 1);
            pen.globalAlpha = 0.8;
            pen.fillStyle = getComputedStyle(button.querySelector('.chip')).color;
            pen.fillRect(0, 0, 1, 1);
            return Math.max(...pen.getImageData(0, 0, 1, 1).data.map((value, i) => Math.abs(value - found[i])));
          };
          [...document.querySelectorAll('#legend button')].find((button) => far(button) < 4)?.innerText ?? `none has ${found}`
        }""");
  }

  // ---- profiles of other tools, and views

  private static Profile withoutTimes(int threads) {
    Profile.Builder builder = new Profile.Builder().name("collapsed.txt");
    int stack = builder.stack(StackTree.NONE, builder.frame(ShopProfile.BUY));
    for (int i = 1; i <= threads; i++) {
      int thread = builder.thread(new ProfileThread(i, i, "worker " + i));
      builder.add(0, builder.row(thread, stack), 10L * i, 0);
    }
    return builder.build();
  }

  @Test
  void samples_withoutTimes_areBarsByThread() throws IOException {
    try (OpenPage page = open(withoutTimes(3), "")) {
      assertEquals("60 samples", page.text("#total"));
      assertTrue(
          page.drawn(TIMELINE).stream().anyMatch(each -> each.text().contains("have no times")));
      JsonObject box = page.in.box(TIMELINE);
      double top = box.get("y").getAsDouble();
      page.in.drag(200, top + 30, 500, top + 30);
      assertEquals("10 samples", page.text("#total"));
      assertEquals("worker 1 ×", page.text("#crumbs"));
      page.in.press("t", "+", "ArrowRight", "ArrowDown");
      assertEquals("20 samples", page.text("#total"));
      assertEquals("worker 2 ×", page.text("#crumbs"));
      page.in.press("Escape");
      assertEquals("60 samples", page.text("#total"));
      assertEquals(List.of(), page.in.complaints());
    }
    try (OpenPage page = open(withoutTimes(1), "")) {
      assertTrue(page.in.is("document.getElementById('timeline').hidden"));
    }
  }

  @Test
  void view_isInTheHead() throws IOException {
    try (OutputStream out = Files.newOutputStream(file())) {
      HtmlView.write(
          ShopProfile.profile(),
          LoadedTable.EMPTY,
          "from 2 s, up to 5 s",
          NarrowStacks.JOINED,
          out,
          share -> {});
    }
    try (OpenPage page = OpenPage.open(browser, file(), "")) {
      assertEquals("from 2 s, up to 5 s", page.text("#view"));
    }
    try (OpenPage page = difference()) {
      assertEquals("before 100 samples → after 100 samples", page.text("#total"));
      assertEquals("", page.text("#view"));
    }
  }

  // ---- for everyone

  @Test
  void escape_closesPanels_whateverHasTheFocus() throws IOException {
    try (OpenPage page = open()) {
      for (String focus : List.of("g", "t", "2")) {
        page.in.press("?", "m", focus, "Escape");
        assertTrue(page.in.is("document.getElementById('help').hidden"), focus);
        assertTrue(page.in.is("document.getElementById('filters').hidden"), focus);
      }
      page.in.press("1", "g", "ArrowDown", "ArrowDown", "Enter", "?", "Escape");
      page.in.await("document.getElementById('crumbs').innerText === 'zoomed in ×'");
      page.in.press("Escape");
      page.in.await("document.getElementById('crumbs').innerText === ''");
    }
  }

  @Test
  void kind_thatIsOff_keepsItsColourInTheLegend() throws IOException {
    try (OpenPage page = open()) {
      String color =
          "getComputedStyle(document.querySelector('#legend button:nth-child(4) .chip')).color";
      String off = page.in.text(color);
      page.in.click("#legend button:nth-child(4)");
      assertEquals(off, page.in.text(color));
      assertEquals(off, page.in.text(color.replace(".color", ".backgroundColor")));
    }
  }

  @Test
  void name_ofTheSelection_isCopied() throws IOException {
    try (OpenPage page = open()) {
      page.select("Cart.Buy");
      String copied =
          """
          {
            const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(event);
            event.clipboardData.getData('text/plain')
          }""";
      assertEquals("Cart.Buy(int)", page.in.text(copied));
    }
  }

  @Test
  void keys_reachEveryControl() throws IOException {
    try (OpenPage page = open()) {
      int controls =
          (int)
              page.in.number(
                  "[...document.querySelectorAll('button, input, canvas, [tabindex=\"0\"]')].filter((e) => e.tabIndex >= 0 && e.checkVisibility()).length");
      page.in.run(
          "window.reached = new Set(); document.addEventListener('focusin', (event) => window.reached.add(event.target)); true");
      for (int i = 0; i < controls + 2; i++) {
        page.in.press("Tab");
      }
      assertEquals(controls, (int) page.in.number("window.reached.size"));
      page.in.run("document.getElementById('tab-flame').focus(); true");
      page.in.press("ArrowRight");
      assertFalse(page.in.is("document.getElementById('methods').hidden"));
      assertEquals("tab-methods", page.in.text("document.activeElement.id"));
    }
  }

  @Test
  void keys_walkThroughThePicture() throws IOException {
    try (OpenPage page = open()) {
      page.in.press("g", "ArrowDown", "ArrowDown", "ArrowDown");
      assertTrue(page.text("#details").startsWith("Price.Of(Ware)"), () -> page.text("#details"));
      page.in.press("ArrowUp", "ArrowRight");
      assertTrue(
          page.text("#details").startsWith("System.Array::Sort"), () -> page.text("#details"));
      page.in.press("ArrowLeft");
      assertTrue(page.text("#details").startsWith("Cart.Buy(int)"), () -> page.text("#details"));
    }
  }

  @Test
  void page_keepsTheRulesOfAccessibility_inBothThemesAndAllViews() throws IOException {
    try (OpenPage page = open()) {
      for (String theme : List.of("light", "dark")) {
        for (String key : List.of("1", "2", "3", "4")) {
          page.in.press(key, "?", "m");
          page.in.drawn();
          assertEquals(List.of(), page.broken(), () -> theme + " " + key);
          page.in.press("Escape");
        }
        page.in.press("1", "g", "ArrowDown", "ArrowDown", "f", "t", "ArrowDown");
        page.search("cart").in.press("Enter");
        assertEquals(List.of(), page.broken(), theme);
        page.in.press("d", "f", "t", "Escape");
      }
    }
  }

  @Test
  void theme_followsTheSystem_andHasTextThatCanBeRead() throws IOException {
    for (String theme : List.of("light", "dark")) {
      try (OpenPage page = open()) {
        page.in.media("prefers-color-scheme", theme);
        page.in.await("document.documentElement.dataset.theme === '" + theme + "'");
        double least =
            page.in.number(
                """
                {
                  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                  const light = (color) => {
                    pen.fillStyle = color;
                    pen.fillRect(0, 0, 1, 1);
                    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                  };
                  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
                  const { colors } = tiptoe;
                  const boxes = [...colors.ofFrame, colors.found, colors.root];
                  for (let change = -100; change <= 100; change++) boxes.push(colors.ofChange(change / 100));
                  Math.min(contrast(colors.fadedInk, colors.faded), ...boxes.map((box) => contrast(colors.ink, box)))
                }""");
        assertTrue(least >= 4.5, theme + ": " + least);
      }
    }
  }

  @Test
  void picture_isReadableWithoutColours() throws IOException {
    try (OpenPage page = open()) {
      List<String> letters =
          page.drawn("#flame canvas").stream()
              .map(OpenPage.Drawn::text)
              .filter(text -> text.length() == 1)
              .distinct()
              .sorted()
              .toList();
      assertEquals(List.of("F", "U"), letters);
      assertEquals("U user code", page.text("#legend button:nth-child(1)"));
      assertEquals("F framework", page.text("#legend button:nth-child(2)"));
    }
  }

  @Test
  void window_thatIsNarrow_hasAllAndScrollsNothingSideways() throws IOException {
    try (OpenPage page = open()) {
      for (int wide : List.of(320, 420, 700)) {
        page.in.resize(wide, 700);
        for (String key : List.of("1", "2", "3", "4")) {
          page.in.press(key);
          page.in.drawn();
          String where = wide + ", view " + key;
          assertTrue(page.in.number("document.documentElement.scrollWidth") <= wide, where);
          assertTrue(page.in.number("document.documentElement.scrollHeight") <= 700, where);
          assertTrue(page.in.number("document.querySelector('main').clientHeight") >= 200, where);
          assertEquals(
              "[]",
              page.in.text(
                  "[...document.querySelectorAll('header button, #legend button, #search')].filter((e) => e.checkVisibility() && (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < 0)).map((e) => e.id || e.textContent)"),
              where);
        }
      }
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void panel_inANarrowWindow_leavesTheWholeLegendInSight() throws IOException {
    try (OpenPage page = open()) {
      page.in.resize(390, 800);
      for (String key : List.of("?", "m")) {
        page.in.press(key);
        page.in.drawn();
        assertTrue(
            page.in.is(
                "document.querySelector('#legend').getBoundingClientRect().bottom <= document.querySelector('main').getBoundingClientRect().top"),
            key);
      }
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void axis_inANarrowWindow_hasTheTimeOfItsLastMark() throws IOException {
    try (OpenPage page = open()) {
      page.in.resize(390, 800);
      page.in.drawn();
      assertEquals(
          "1 s",
          page.in.text(
              """
              {
                const texts = [];
                const pen = document.querySelector('#timeline canvas').getContext('2d');
                pen.fillText = (text, x, y) => { if (y < 20) texts.push(text); };
                tiptoe.time.draw();
                texts.at(-1);
              }"""));
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void unitThatIsHostile_isCutAndHarmless() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("unit");
    builder.counts("odd", "\u202exx" + "y".repeat(3000));
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int frame = builder.frame(ShopProfile.MAIN);
    builder.add(1, builder.row(thread, builder.stack(StackTree.NONE, frame)), 5, 0);
    try (OpenPage page = open(builder.build(), "")) {
      page.select("Program.Main");
      assertTrue(page.text("#total").startsWith("5 \\u202exxyyy"), page.text("#total"));
      assertTrue(page.text("#total").length() < 60, page.text("#total"));
      assertTrue(page.text("#details").length() < 400, page.text("#details"));
      assertTrue(page.boxes().get(0).length() < 70, page.boxes().get(0));
      assertTrue(page.in.number("document.documentElement.scrollWidth") <= 1280);
    }
  }

  @Test
  void selectionAndZoom_stayWhereTheChoiceStillHasThem() throws IOException {
    try (OpenPage page = open()) {
      page.select("Cart.Buy").in.press("Enter");
      assertFalse(page.boxes().contains("Crane.Lift()"));
      page.in.click("#legend button:nth-child(4)");
      assertFalse(page.boxes().contains("Crane.Lift()"), page.boxes()::toString);
      assertTrue(page.text("#details").startsWith("Cart.Buy(int)"), page.text("#details"));
      // Without it, the selection is that of nothing.
      page.in.click("#legend button:nth-child(1)");
      assertFalse(page.text("#details").startsWith("Cart.Buy(int)"), page.text("#details"));
      assertTrue(page.fragment("kinds").contains("kinds="));
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void callersThatAreTooMany_areSaidToBeMissing() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("deep");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int stack = StackTree.NONE;
    // Upside down, each of the stacks has nodes of its own: half of the square.
    for (int i = 0; i < 2600; i++) {
      stack = builder.stack(stack, builder.frame(Frame.named("Shop.Deep::M" + i, "Shop.dll")));
      builder.add(1, builder.row(thread, stack), 1, 10);
    }
    String missing = "too many callers: the outermost are missing";
    try (OpenPage page = open(builder.build(), "")) {
      assertFalse(page.text("#bar").contains(missing), page.text("#bar"));
      page.in.press("b");
      page.in.drawn();
      assertTrue(page.text("#bar").contains(missing), page.text("#bar"));
      page.in.press("b");
      page.in.drawn();
      assertFalse(page.text("#bar").contains(missing), page.text("#bar"));
    }
  }

  /** The shop beside a thousand stacks that have a sample each, of which few are shown. */
  private OpenPage openJoined(String fragment) throws IOException {
    Profile.Builder builder = new Profile.Builder().name("narrow");
    int thread = builder.thread(new ProfileThread(1, 7, "main"));
    int main = builder.stack(StackTree.NONE, builder.frame(ShopProfile.MAIN));
    int buy = builder.stack(main, builder.frame(ShopProfile.BUY));
    builder.add(0, builder.row(thread, buy), 1, 600_000_000);
    for (int i = 0; i < 1000; i++) {
      int stack = builder.stack(main, builder.frame(Frame.named("Rare" + i + "::Do", "Rare.dll")));
      stack = builder.stack(stack, builder.frame(ShopProfile.SORT));
      stack = builder.stack(stack, builder.frame(Frame.NATIVE));
      builder.add(400_000L * (i + 1), builder.row(thread, stack), 1, 400_000);
    }
    try (OutputStream out = Files.newOutputStream(file())) {
      PageLimits limits = new PageLimits(100, 1_000_000, 1_000_000);
      HtmlView.write(builder.build(), LoadedTable.EMPTY, "", limits, out, share -> {});
    }
    return OpenPage.open(browser, file(), fragment);
  }

  @Test
  void stacksThatAreJoined_areSaidToBe_andTheTableOfAllIsExact() throws IOException {
    String joined = "40.0% in 1,000 narrow stacks, joined";
    try (OpenPage page = openJoined("")) {
      assertEquals("1 s", page.text("#total"));
      assertTrue(page.text("#bar").contains(joined), page.text("#bar"));
      assertEquals(
          Set.of(ALL, "Program.Main(string[])", "Cart.Buy(int)", "<narrow stacks, joined>"),
          Set.copyOf(page.boxes()));
      page.in.press("2");
      page.in.drawn();
      assertEquals(
          List.of("40.0% 400 ms", "40.0% 400 ms", "System.Array::Sort"),
          page.rows("#methods").get(1).subList(0, 3));
      assertEquals(1003, page.in.number("tiptoe.listing.rows.length"));
      // With native code shown, too.
      page.in.click("#legend button:nth-child(3)");
      assertEquals("<native>", page.rows("#methods").get(1).get(2));
      page.search("sort");
      assertEquals(
          List.of("0.00% 0 s", "40.0% 400 ms", "System.Array::Sort"),
          page.rows("#methods").get(0).subList(0, 3));
      assertEquals("1 method in at least 0.00%, 0 s", page.text("#found"));
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void stacksThatAreJoined_areNotInTheTableOfAPart_whichSaysSo() throws IOException {
    try (OpenPage page = openJoined("#tab=methods&from=1&to=200000000")) {
      page.in.await("document.querySelector('#bar').innerText.includes('joined')");
      assertTrue(
          page.text("#bar")
              .contains("100.0% in narrow stacks, joined, whose methods this table lacks"),
          page.text("#bar"));
      assertTrue(
          page.rows("#methods").stream().anyMatch(row -> row.contains("<narrow stacks, joined>")));
      page.in.press("1", "b", "g", "ArrowDown", "c", "m");
      page.in.drawn();
      assertEquals(List.of(), page.broken());
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void table_inANarrowWindow_cutsNoFigureAndLeavesOutTheNamespaces() throws IOException {
    try (OpenPage page = open()) {
      page.in.resize(420, 700);
      page.in.press("2");
      page.in.drawn();
      assertEquals(
          "[]",
          page.in.text(
              "[...document.querySelectorAll('#methods .number')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"));
      assertTrue(page.text("#methods tbody").contains("20.0%\tArray::Sort"));
      assertTrue(
          page.rows("#methods").stream()
              .anyMatch(row -> row.contains("System.Array::Sort") && row.contains("20.0% 200 ms")));
      assertEquals(List.of(), page.in.complaints());
    }
  }

  @Test
  void box_thatIsNarrow_leavesOutTheNamespaceBeforeTheEnd() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("names");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    String name = "Company.Product.Component.Collections.Shelf`1[Company.Ware]::Add";
    for (int i = 0; i < 6; i++) {
      Frame frame = Frame.named(i == 0 ? name : "Other::M" + i, "Shop.dll");
      builder.add(
          i, builder.row(thread, builder.stack(StackTree.NONE, builder.frame(frame))), 1, 10);
    }
    try (OpenPage page = open(builder.build(), "")) {
      page.in.resize(1400, 700);
      assertTrue(page.boxes().contains("Shelf`1[Company.Ware]::Add"), page.boxes()::toString);
      page.in.resize(320, 700);
      assertTrue(
          page.boxes().stream().anyMatch(text -> text.startsWith("Shelf")), page.boxes()::toString);
    }
  }

  @Test
  void workOfTheCollector_isShownAndHasALetter() throws IOException {
    Profile.Builder builder = new Profile.Builder().name("gc");
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    int root = builder.stack(StackTree.NONE, builder.frame(ShopProfile.MAIN));
    int unmanaged = builder.stack(root, builder.frame(Frame.NATIVE));
    Frame mark = Frame.special("WKS::gc_heap::mark_phase(int)", FrameKind.GC);
    builder.add(1, builder.row(thread, builder.stack(unmanaged, builder.frame(mark))), 1, 10);
    try (OpenPage page = open(builder.build(), "")) {
      assertTrue(page.boxes().contains(mark.method()), page.boxes()::toString);
      assertTrue(page.drawn("#flame canvas").stream().anyMatch(drawn -> drawn.text().equals("G")));
      assertTrue(page.text("#legend").contains("G garbage collector"));
    }
  }

  // ---- hostile input

  @Test
  void names_thatAreHostile_areTextAndNothingElse() throws IOException {
    List<String> names =
        List.of(
            "</script><script>window.hacked = 1</script>",
            "<img src=x onerror='window.hacked = 2'>",
            "{{profile}}{{script}}$&$1",
            "right\u202eto\u2066left\u0000\u001b[31m\u009b",
            "\u05e9\u05dc\u05d5\u05dd::\u0645\u0631\u062d\u0628\u0627",
            "x".repeat(100_000),
            "\ud83d\ude00".repeat(1000),
            "",
            "__proto__",
            "a\nb\tc");
    Profile.Builder builder = new Profile.Builder().name(names.get(0) + "\u202e");
    long at = 0;
    for (String name : names) {
      int thread = builder.thread(new ProfileThread(at, 1, name));
      int frame =
          builder.frame(
              new Frame(
                  name,
                  "",
                  FrameModule.named(name),
                  1,
                  0,
                  new FrameSource(
                      new SourceDocument(name, Optional.of("https://x/" + name)), 1, 1, false),
                  FrameKind.USER));
      builder.add(++at, builder.row(thread, builder.stack(StackTree.NONE, frame)), 1, 1);
    }
    List<LoadedEntity> loaded =
        names.stream()
            .map(
                name ->
                    new LoadedEntity(
                        name, name, name, name, OptionalLong.of(1), name, name, List.of(name)))
            .toList();
    try (OutputStream out = Files.newOutputStream(file())) {
      HtmlView.write(builder.build(), new LoadedTable(loaded, List.of()), out);
    }
    try (OpenPage page = OpenPage.open(browser, file(), "")) {
      assertTrue(
          page.boxes().stream().anyMatch(text -> text.startsWith("</script>")),
          () -> page.boxes().toString());
      assertTrue(
          page.boxes().stream()
              .noneMatch(text -> text.chars().anyMatch(c -> c < ' ' || c == 0x202e || c == 0x9b)));
      page.in.press(
          "m",
          "?",
          "2",
          "g",
          "ArrowDown",
          "Enter",
          "4",
          "g",
          "ArrowDown",
          "Enter",
          "1",
          "g",
          "ArrowDown",
          "ArrowRight",
          "ArrowRight");
      page.in.move(600, 400);
      page.in.drawn();
      assertTrue(page.in.is("window.hacked === undefined"));
      // What is hidden has no text.
      for (String key : List.of("1", "2", "3", "4")) {
        page.in.press(key, "g", "ArrowDown");
        page.in.drawn();
        assertTrue(page.in.number("document.documentElement.scrollWidth") <= 1280, key);
        assertTrue(page.in.number("document.querySelector('main').clientHeight") >= 100, key);
        // A tabulator is between the cells of a row.
        assertEquals(
            "null",
            page.in.run("String(" + ODD + ".exec(document.body.innerText))").getAsString(),
            key);
        assertEquals(
            "null",
            page.in
                .run(
                    "String("
                        + ODD
                        + ".exec([...document.querySelectorAll('main [title]')].map((e) => e.title).join(' ')))")
                .getAsString(),
            key);
      }
      assertEquals(List.of(), page.in.complaints());
      assertEquals(1, page.in.requests().size());
    }
  }
}
