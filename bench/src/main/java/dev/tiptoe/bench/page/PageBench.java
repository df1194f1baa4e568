// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.page;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Writes the page of a profile and the {@linkplain PlainPage plain page} of the same nodes into a
 * folder, and measures both, each time in a browser of its own: Chromium may stop answering when a
 * page of such a size is closed. Every wait has an end.
 */
public final class PageBench {

  private static final String SHOWN = "performance.getEntriesByName('shown')";

  /** Only whether it has come; the browser draws when it likes. */
  private static final String COMES =
      """
      new Promise((done, failed) => {
        const look = setInterval(() => {
          const [mark] = performance.getEntriesByName('shown');
          if (mark) { clearInterval(look); done(mark.startTime); }
        }, 20);
        setTimeout(() => failed(new Error('no picture after 50 s')), 50000);
      })""";

  /** What is in the picture of ours, for the plain page. */
  private static final String NODES =
      """
      (() => {
        const { tree } = tiptoe.flame;
        return JSON.stringify({
          names: tiptoe.model.frames.name,
          parent: [...tree.parent],
          frame: [...tree.frame],
          self: [...tree.selfs[0]],
        });
      })()""";

  /** Moves the picture, and nearer and farther, in turns, by the number of the frame. */
  private static final String MOVE =
      """
      const { flame } = tiptoe;
      const move = (i) => {
        flame.pan(9 * Math.sign(Math.sin(i / 18)), 7 * Math.sign(Math.sin(i / 30)));
        flame.magnify(Math.sin(i / 25) > 0 ? 0.97 : 1 / 0.97, 640);
      };
      flame.magnify(0.2, 300);
      """;

  /** As the browser draws: the times from one frame to the next. */
  private static final String FRAMES =
      MOVE
          + """
          new Promise((done) => {
            const times = [];
            let last = 0;
            const end = () => done(times.join(' '));
            setTimeout(end, 20000);
            const step = (now) => {
              if (last) times.push(now - last);
              last = now;
              move(times.length);
              if (times.length < 120) requestAnimationFrame(step);
              else end();
            };
            requestAnimationFrame(step);
          })""";

  /** Without waiting for the screen: the times of drawing. */
  private static final String DRAWN =
      MOVE
          + """
          {
            const times = [];
            const end = performance.now() + 20000;
            for (let i = 0; i < 120 && performance.now() < end; i++) {
              move(i);
              const before = performance.now();
              flame.draw();
              times.push(performance.now() - before);
            }
            times.join(' ');
          }""";

  private static final String TURNED =
      """
      {
        const before = performance.now();
        tiptoe.invert();
        tiptoe.flame.draw();
        performance.now() - before;
      }""";

  private final Path folder;

  /**
   * Creates a bench.
   *
   * @param folder where the pages are written
   */
  public PageBench(Path folder) {
    this.folder = folder;
  }

  /**
   * What a page took, in milliseconds.
   *
   * @param bytes the size of the page
   * @param opened from the beginning of the navigation to the first picture
   * @param frame from one picture to the next while it moves, the median
   * @param slowFrame the same, the 95th percentile
   * @param draw drawing a picture, as far as the script does it, the median
   * @param slowDraw the same, the 95th percentile
   * @param turned until leaves come first; 0 for the plain page, which cannot
   */
  public record Figures(
      long bytes,
      double opened,
      double frame,
      double slowFrame,
      double draw,
      double slowDraw,
      double turned) {

    private static Figures median(List<Figures> each) {
      return new Figures(
          each.get(0).bytes,
          median(each, Figures::opened),
          median(each, Figures::frame),
          median(each, Figures::slowFrame),
          median(each, Figures::draw),
          median(each, Figures::slowDraw),
          median(each, Figures::turned));
    }

    private static double median(List<Figures> each, ToDoubleFunction<Figures> figure) {
      return quantile(each.stream().mapToDouble(figure).toArray(), 50);
    }
  }

  /** The medians of our page and of the plain one. */
  public record Both(Figures ours, Figures plain) {}

  /** Opens the pages of a profile in turns, each several times, and moves them. */
  public Both measure(Profile profile, int rounds) throws IOException {
    Path file = folder.resolve("page.html");
    Path plain = folder.resolve("plain.html");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
        HtmlView.write(profile, LoadedTable.EMPTY, out);
      }
      try (Browser browser = Browser.start()) {
        Files.writeString(plain, PlainPage.of(opened(browser, file).text(NODES)));
      }
      List<Figures> ours = new ArrayList<>();
      List<Figures> theirs = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        ours.add(measured(file, true));
        theirs.add(measured(plain, false));
      }
      return new Both(Figures.median(ours), Figures.median(theirs));
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(plain);
    }
  }

  private static BrowserPage opened(Browser browser, Path file) {
    BrowserPage page = browser.newPage();
    page.call("Page.navigate", "url", file.toUri().toString());
    page.number(COMES);
    return page;
  }

  private static Figures measured(Path file, boolean turns) throws IOException {
    try (Browser browser = Browser.start()) {
      BrowserPage page = opened(browser, file);
      double shown = page.number(SHOWN + "[0].startTime");
      double[] frames = numbers(page.text("{" + FRAMES + "}"));
      double[] drawn = numbers(page.text("{" + DRAWN + "}"));
      double turned = turns ? page.number(TURNED) : 0;
      if (!page.complaints().isEmpty()) {
        throw new IOException("the page complains: " + page.complaints().get(0));
      }
      return new Figures(
          Files.size(file),
          shown,
          quantile(frames, 50),
          quantile(frames, 95),
          quantile(drawn, 50),
          quantile(drawn, 95),
          turned);
    }
  }

  private static double[] numbers(String text) throws IOException {
    if (text.isBlank()) {
      throw new IOException("the browser draws nothing");
    }
    return Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  private static double quantile(double[] numbers, int percent) {
    Arrays.sort(numbers);
    return numbers[Math.min(numbers.length - 1, numbers.length * percent / 100)];
  }
}
