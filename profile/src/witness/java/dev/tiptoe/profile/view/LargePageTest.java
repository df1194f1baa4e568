// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.testdata.browser.Browser;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What bounds the work of a page in Chromium, however many stacks a profile has. How long that
 * takes is measured by {@code ./prove bench page}.
 */
@Tag("quarter-2")
class LargePageTest {

  private static final int STACKS = 100_000;
  private static final int DEPTH = 30;
  private static final int FRAMES = 20_000;

  /** Zooms in by steps; the most boxes that a picture looked at, as a share of what has room. */
  private static final String WORK =
      """
      {
        const { flame } = tiptoe;
        const { tree } = flame;
        const room = flame.wide * Math.ceil(flame.high / 20 + 2);
        const shares = [];
        for (let step = 0; step < 30; step++) {
          let looked = 0;
          flame.tree = new Proxy(tree, {
            get: (its, key) => {
              looked += key === 'childEnd' ? 1 : 0;
              return its[key];
            },
          });
          flame.draw();
          flame.tree = tree;
          shares.push(looked / room);
          flame.magnify(0.7, 300);
        }
        Math.max(...shares)
      }""";

  @TempDir Path folder;

  /** Stacks that share their first frames only: 2.8 million nodes. */
  private static Profile profile() {
    Profile.Builder builder = new Profile.Builder().name("many");
    SplittableRandom random = new SplittableRandom(1);
    int[] frames = new int[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
      frames[i] = builder.frame(Frame.named("Shop.Class" + i + "::Method" + i, "Shop.dll"));
    }
    int thread = builder.thread(new ProfileThread(1, 1, "main"));
    for (int i = 0; i < STACKS; i++) {
      int stack = StackTree.NONE;
      for (int depth = 0; depth < DEPTH; depth++) {
        stack = builder.stack(stack, frames[random.nextInt(depth < 2 ? 10 : FRAMES)]);
      }
      builder.add(i * 10_000L, builder.row(thread, stack), 1, 10_000);
    }
    return builder.build();
  }

  @Test
  void page_ofManyStacks_hasFewEnoughNodes_andDrawsWhatHasRoom() throws IOException {
    Path file = folder.resolve("many.html");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      HtmlView.write(profile(), LoadedTable.EMPTY, out);
    }
    try (Browser browser = Browser.start();
        OpenPage page = OpenPage.open(browser, file, "")) {
      double nodes = page.in.number("tiptoe.model.whole.size");
      assertTrue(nodes > 1_000_000 && nodes <= 2_000_001, nodes + " nodes");
      assertEquals("1 s", page.text("#total"));
      assertTrue(page.text("#bar").contains("100,000 narrow stacks, joined"), page.text("#bar"));
      double work = page.in.number(WORK);
      assertTrue(work > 0 && work < 4, work + " times what has room");
      page.in.run("tiptoe.flame.zoom(0)");
      page.in.press("b");
      page.in.drawn();
      assertTrue(page.in.number("tiptoe.flame.tree.size") <= 1_000_001);
      assertEquals("all · 1 s", page.boxes().get(0));
      assertTrue(page.in.number(WORK) < 4);
      assertEquals(List.of(), page.in.complaints());
    }
  }
}
