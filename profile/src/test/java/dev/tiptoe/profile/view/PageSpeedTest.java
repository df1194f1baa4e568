// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
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
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a page with a million distinct stacks opens and moves in Chromium, without a graphics
 * processor. It prints what it measures; the limits are for a machine with other work.
 */
@Tag("witness")
class PageSpeedTest {

  private static final int STACKS = 1_000_000;
  private static final int FRAMES = 20_000;
  private static final int THREADS = 8;

  @TempDir Path folder;

  /** Half of the nodes of the tree call others; every other node is the leaf of one stack. */
  private static Profile millionStacks() {
    Profile.Builder builder = new Profile.Builder().name("a million stacks");
    Random random = new Random(7);
    int[] frames = new int[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
      String module = i % 3 == 0 ? "System.Module" + i % 97 + ".dll" : "Module" + i % 31 + ".dll";
      String type = i % 50 == 1 ? "System.Threading.Tasks.Task" : "Some.Type";
      String name = type + i % 1999 + "::Method" + i;
      frames[i] =
          builder.frame(
              i % 50 == 0 ? Frame.special(name, FrameKind.NATIVE) : Frame.named(name, module));
    }
    int[] threads = new int[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] = builder.thread(new ProfileThread(i, i, "thread " + i));
    }
    int[] callers = new int[STACKS];
    callers[0] = builder.stack(StackTree.NONE, frames[0]);
    for (int i = 1; i < STACKS; i++) {
      // Near ones are deep, far ones shallow: some 30 frames in the middle.
      int caller =
          random.nextInt(3) == 0 ? random.nextInt(i) : Math.max(0, i - 1 - random.nextInt(40_000));
      callers[i] = builder.stack(callers[caller], frames[random.nextInt(FRAMES)]);
    }
    for (int i = 0; i < STACKS; i++) {
      int leaf =
          builder.stack(
              callers[i],
              frames[Math.floorMod((int) (random.nextGaussian() * 300) + 5000, FRAMES)]);
      int row = builder.row(threads[i % THREADS], leaf);
      builder.add(i * 10_000L, row, 1, 10_000 + random.nextInt(100_000));
    }
    return builder.build();
  }

  @Test
  void page_withAMillionStacks_opensAndMovesWithoutWaiting() throws IOException {
    Path file = folder.resolve("million.html");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      HtmlView.write(millionStacks(), List.of(), out);
    }
    Path small = folder.resolve("small.html");
    try (OutputStream out = Files.newOutputStream(small)) {
      HtmlView.write(ShopProfile.profile(), List.of(), out);
    }
    try (Browser browser = Browser.start()) {
      double peer;
      try (OpenPage page = OpenPage.open(browser, small, "")) {
        peer = measured(page, "4 stacks", Files.size(small));
      }
      try (OpenPage page = OpenPage.open(browser, file, "")) {
        double opened = shown(page);
        assertTrue(page.in.number("tiptoe.model.whole.size") > STACKS);
        double frame = measured(page, "a million stacks", Files.size(file));
        System.out.printf(Locale.ROOT, "a frame takes %.2f times that of 4 stacks%n", frame / peer);
        System.out.printf(
            Locale.ROOT,
            "another choice of kinds takes %.0f ms%n",
            page.in.number(
                "{ const before = performance.now(); tiptoe.filters.toggle(tiptoe.filters.hiddenKinds, 3); performance.now() - before }"));
        assertTrue(opened < 15_000, opened + " ms until it is shown");
        assertEquals(List.of(), page.in.complaints());
      }
    }
  }

  /** The milliseconds from the beginning of the navigation until the first picture. */
  private static double shown(OpenPage page) {
    page.in.await("performance.getEntriesByName('shown').length > 0");
    return page.in.number("performance.getEntriesByName('shown')[0].startTime");
  }

  /** Moves the picture for two seconds, and returns the median time from frame to frame. */
  private static double measured(OpenPage page, String what, long bytes) {
    page.in.run("{ const { flame } = tiptoe; flame.magnify(0.2, 300); true }");
    String figures =
        page.in.text(
            """
            new Promise((done) => {
              const { flame } = tiptoe;
              const draws = [];
              const frames = [];
              const draw = flame.draw.bind(flame);
              flame.draw = () => {
                const before = performance.now();
                draw();
                draws.push(performance.now() - before);
              };
              let last = 0;
              const step = (now) => {
                if (last) frames.push(now - last);
                last = now;
                flame.pan(9 * Math.sign(Math.sin(now / 300)), 7 * Math.sign(Math.sin(now / 500)));
                if (frames.length < 120) requestAnimationFrame(step);
                else {
                  const at = (all, share) => [...all].sort((a, b) => a - b)[Math.floor(all.length * share)].toFixed(1);
                  done([at(draws, 0.5), at(draws, 0.95), at(frames, 0.5), at(frames, 0.95)].join(' '));
                }
              };
              requestAnimationFrame(step);
            })""");
    String[] parts = figures.split(" ", -1);
    System.out.printf(
        Locale.ROOT,
        "%s: %,d KB, shown after %.0f ms; drawing %s ms (95 %%: %s), from frame to frame %s ms (95 %%: %s)%n",
        what,
        bytes / 1000,
        shown(page),
        parts[0],
        parts[1],
        parts[2],
        parts[3]);
    return Double.parseDouble(parts[2]);
  }
}
