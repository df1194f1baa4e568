// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.page;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.view.HtmlView;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.testdata.browser.Browser;
import dev.tiptoe.testdata.browser.BrowserPage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes the pages of profiles into a folder, and measures them in a browser. */
public final class PageBench {

  private static final String SHOWN = "performance.getEntriesByName('shown')";

  /** Moves the picture for 120 frames; the times from one to the next, ascending. */
  private static final String MOVED =
      """
      new Promise((done) => {
        const { flame } = tiptoe;
        const times = [];
        let last = 0;
        const step = (now) => {
          if (last) times.push(now - last);
          last = now;
          flame.pan(9 * Math.sign(Math.sin(now / 300)), 7 * Math.sign(Math.sin(now / 500)));
          if (times.length < 120) requestAnimationFrame(step);
          else done(times.sort((a, b) => a - b).join(' '));
        };
        requestAnimationFrame(step);
      })""";

  private final Path folder;
  private final Browser browser;

  /**
   * Creates a bench.
   *
   * @param folder where the pages are written
   */
  public PageBench(Path folder, Browser browser) {
    this.folder = folder;
    this.browser = browser;
  }

  /**
   * What a page took, in milliseconds.
   *
   * @param bytes the size of the page
   * @param opened from the beginning of the navigation to the first picture
   * @param frame from one picture to the next while it moves, the median
   * @param slowFrame the same, the 95th percentile
   * @param turned until leaves come first
   */
  public record Figures(long bytes, double opened, double frame, double slowFrame, double turned) {}

  /**
   * Opens a page several times and moves it.
   *
   * @return the median of each figure
   */
  public Figures measure(Profile profile, int rounds) throws IOException {
    Path file = folder.resolve("page.html");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      HtmlView.write(profile, LoadedTable.EMPTY, out);
    }
    Figures[] each = new Figures[rounds];
    for (int i = 0; i < rounds; i++) {
      each[i] = measured(file);
    }
    return new Figures(
        Files.size(file),
        median(Arrays.stream(each).mapToDouble(Figures::opened).toArray()),
        median(Arrays.stream(each).mapToDouble(Figures::frame).toArray()),
        median(Arrays.stream(each).mapToDouble(Figures::slowFrame).toArray()),
        median(Arrays.stream(each).mapToDouble(Figures::turned).toArray()));
  }

  private Figures measured(Path file) throws IOException {
    try (BrowserPage page = browser.newPage()) {
      page.open(file.toUri());
      page.await(SHOWN + ".length > 0");
      double opened = page.number(SHOWN + "[0].startTime");
      page.run("tiptoe.flame.magnify(0.2, 300); true");
      double[] frames =
          Arrays.stream(page.text(MOVED).split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
      double turned =
          page.number(
              "{ const before = performance.now(); tiptoe.invert(); performance.now() - before }");
      if (!page.complaints().isEmpty()) {
        throw new IOException("the page complains: " + page.complaints().get(0));
      }
      return new Figures(
          Files.size(file),
          opened,
          frames[frames.length / 2],
          frames[frames.length * 95 / 100],
          turned);
    }
  }

  private static double median(double[] numbers) {
    Arrays.sort(numbers);
    return numbers[numbers.length / 2];
  }
}
