// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes a flame graph as one SVG without scripts. Each box has its name and weights as a title,
 * which browsers show as a tooltip; colours follow the light or dark scheme of the reader.
 *
 * <p>There are at most {@value #MOST} boxes, none narrower than a pixel, and {@value #DEEPEST}
 * frames above each other; a line below the picture says what is left out.
 */
public final class SvgWriter {

  private static final int MOST = 1500;
  private static final int DEEPEST = 150;
  private static final int WIDTH = 1200;
  private static final int MARGIN = 16;
  private static final int ROW = 18;
  private static final int HEAD = 58;
  private static final int FOOT = 44;

  /** The width of a character, with room for fonts that are wider than most. */
  private static final double CHARACTER = 6.7;

  private static final int PADDING = 5;

  /** One frame, or one thread, at a place. */
  private record Placed(FlameBox box, boolean isThread, int level, double x, double width) {}

  private final Profile profile;
  private final Texts texts;
  private final Writer out;
  private final Weights weights;
  private final List<Placed> boxes = new ArrayList<>();
  private int levels = 1;
  private boolean isCut;
  private long left;

  private SvgWriter(Profile profile, Texts texts, Writer out) {
    this.profile = profile;
    this.texts = texts;
    this.out = out;
    this.weights = new Weights(profile);
  }

  /** Writes a profile that is {@linkplain ProfileWriter#prepared prepared}. */
  public static void write(Profile profile, Texts texts, OutputStream out) throws IOException {
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    new SvgWriter(profile, texts, writer).write();
    writer.flush();
  }

  private void write() throws IOException {
    long total = weights.total();
    long least = Math.max(1, total / (WIDTH - 2 * MARGIN));
    FlameBoxes flame = FlameBoxes.of(profile, SortedRows.of(profile, texts), weights, least);
    left = flame.left();
    double scale = (WIDTH - 2.0 * MARGIN) / Math.max(1, total);
    double x = MARGIN;
    for (FlameBox thread : flame.root().sorted()) {
      place(thread, true, 0, x, scale);
      x += thread.weight * scale;
    }
    leaveOut();
    int height = HEAD + levels * ROW + FOOT;
    head(height);
    for (Placed each : boxes) {
      box(each, HEAD + (levels - 1 - each.level) * ROW);
    }
    foot(height);
    out.write("</svg>\n");
  }

  private void place(FlameBox box, boolean isThread, int level, double x, double scale) {
    if (level > DEEPEST) {
      isCut = true;
      return;
    }
    boxes.add(new Placed(box, isThread, level, x, box.weight * scale));
    double at = x;
    for (FlameBox callee : box.sorted()) {
      place(callee, false, level + 1, at, scale);
      at += callee.weight * scale;
    }
  }

  /** Keeps the widest boxes; none is wider than its caller, which comes before it. */
  private void leaveOut() {
    if (boxes.size() > MOST) {
      left += boxes.size() - MOST;
      List<Placed> widest =
          boxes.stream()
              .sorted(Comparator.comparingDouble(Placed::width).reversed())
              .limit(MOST)
              .toList();
      boxes.clear();
      boxes.addAll(widest);
    }
    levels = 1 + boxes.stream().mapToInt(Placed::level).max().orElse(0);
  }

  // ---- markup

  private void head(int height) throws IOException {
    String title = texts.profile().isEmpty() ? "Flame graph" : texts.profile();
    out.write(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="t d">
        <title id="t">%s: flame graph</title>
        <desc id="d">%s</desc>
        """
            .formatted(WIDTH, height, Xml.escaped(title), Xml.escaped(description())));
    out.write(style());
    out.write(
        """
        <rect class="page" width="%d" height="%d" rx="8"/>
        <text class="name" x="%d" y="27">%s</text>
        <text class="dim" x="%d" y="45">%s</text>
        """
            .formatted(WIDTH, height, MARGIN, Xml.escaped(title), MARGIN, Xml.escaped(summary())));
  }

  private static String style() {
    return """
    <style>
    svg{font:11px ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
    .name{font:600 15px system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
    .dim,.key{font:12px system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
    text{fill:#1c2024}.dim,.key{fill:#5a626d}.page{fill:#fff;stroke:#dfe3e8}
    .t{fill:#dde2e8}.u{fill:#ffc46b}.f{fill:#a9cdf5}.a{fill:#d3c1f3}.n{fill:#b9dfb4}.g{fill:#f7b5c4}
    @media(prefers-color-scheme:dark){
    text{fill:#eef1f5}.dim,.key{fill:#9aa4b1}.page{fill:#14171b;stroke:#2c323a}
    .t{fill:#343b44}.u{fill:#8a5513}.f{fill:#27527f}.a{fill:#574285}.n{fill:#2f6232}.g{fill:#84304a}}
    </style>
    """;
  }

  private String description() {
    return summary()
        + ". Each box is a method; it stands on its caller, and the lowest boxes are the threads."
        + " The heaviest: "
        + boxes.stream()
            .filter(it -> it.level == 0)
            .limit(5)
            .map(it -> texts.thread(it.box.number) + " " + percent(it.box.weight))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private String summary() {
    int threads = weights.heaviestFirst().length;
    String unit = profile.countUnit().equals("count") ? profile.countType() : profile.countUnit();
    String samples = String.format(Locale.ROOT, "%,d ", profile.totalCount()) + unit;
    return samples
        + profile.clock().map(clock -> " of " + clock.inWords()).orElse("")
        + (threads == 1 ? " in one thread" : " in " + threads + " threads")
        + (weights.areTimes()
            ? ", " + SvgText.seconds(weights.total()) + ": width is time"
            : ": width is their number");
  }

  private void box(Placed placed, int y) throws IOException {
    FlameBox box = placed.box;
    Frame frame = placed.isThread ? Frame.UNKNOWN : profile.frames().get(box.number);
    String name = placed.isThread ? texts.thread(box.number) : texts.name(frame);
    StringBuilder title = new StringBuilder(name);
    if (!frame.module().name().isEmpty()) {
      title.append('\n').append(texts.moduleName(frame.module()));
    }
    title.append('\n').append(percent(box.weight));
    if (box.own > 0) {
      title.append(", ").append(percent(box.own)).append(" itself");
    }
    int columns = (int) ((placed.width - 2 * PADDING) / CHARACTER);
    String shown = placed.isThread ? SvgText.cut(name, columns) : SvgText.shortened(name, columns);
    // An inner svg clips its text.
    out.write(
        "<svg class=\"%s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\">"
            .formatted(
                placed.isThread ? "t" : frame.kind().word().substring(0, 1),
                SvgText.pixels(placed.x),
                y,
                SvgText.pixels(Math.max(0.5, placed.width - 1)),
                ROW - 1));
    out.write("<title>" + Xml.escaped(title.toString()) + "</title>");
    out.write("<rect width=\"100%\" height=\"100%\" rx=\"2\"/>");
    if (!shown.isEmpty()) {
      out.write("<text x=\"5\" y=\"12\">" + Xml.escaped(shown) + "</text>");
    }
    out.write("</svg>\n");
  }

  private void foot(int height) throws IOException {
    int y = height - FOOT / 2 + 5;
    int x = MARGIN;
    for (FrameKind kind : FrameKind.values()) {
      if (boxes.stream().anyMatch(it -> !it.isThread && kind(it) == kind)) {
        out.write(
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"11\" height=\"11\" rx=\"2\"/>"
                .formatted(kind.word().substring(0, 1), x, y - 10));
        out.write(
            "<text class=\"key\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(x + 16, y, kind.word()));
        x += 100;
      }
    }
    String note =
        "made by tiptoe; asynchronous machinery and unmanaged code are folded into their callers"
            + (isCut ? "; cut above " + DEEPEST + " frames" : "")
            + (left == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    "; %,d narrower %s left out",
                    left,
                    left == 1 ? "box is" : "boxes are"));
    out.write(
        "<text class=\"key\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
            .formatted(WIDTH - MARGIN, y, note));
  }

  private FrameKind kind(Placed placed) {
    return profile.frames().get(placed.box.number).kind();
  }

  private String percent(long weight) {
    double percent = 100.0 * weight / Math.max(1, weights.total());
    String amount =
        weights.areTimes() ? SvgText.seconds(weight) : String.format(Locale.ROOT, "%,d", weight);
    return String.format(Locale.ROOT, "%.1f %% (%s)", percent, amount);
  }
}
