// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.Timeline;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a profile as one HTML page that loads nothing from anywhere: flame graph, timeline by
 * thread, table of methods, callers and callees, and the types and methods with how far they are
 * loaded.
 *
 * <p>Memory: about 40 bytes for each node of the tree of stacks. Names and paths come from the
 * observed program; they are data in the page and never become markup.
 */
public final class HtmlView {

  private static final String STYLE = "{{style}}";
  private static final String PROFILE = "{{profile}}";
  private static final String SCRIPT = "{{script}}";
  private static final String POLICY = "{{policy}}";

  private final Profile profile;
  private final PageTree tree;
  private final PackedNumbers numbers = new PackedNumbers();
  private final boolean inTime;
  private final String view;

  private HtmlView(Profile profile, boolean inTime, String view) {
    this.profile = profile;
    this.view = view;
    this.tree = new PageTree(profile);
    this.inTime = inTime;
  }

  /**
   * Writes a profile.
   *
   * @param loaded the rows of the table of what is loaded; empty for none
   * @param out receives UTF-8; stays open
   */
  public static void write(Profile profile, List<LoadedEntity> loaded, OutputStream out)
      throws IOException {
    write(profile, loaded, "", out);
  }

  /**
   * Writes a view of a profile.
   *
   * @param loaded the rows of the table of what is loaded; empty for none
   * @param inWords what the profile is of the whole, such as {@code up to 2 s}; empty for all of it
   * @param out receives UTF-8; stays open
   */
  public static void write(
      Profile profile, List<LoadedEntity> loaded, String inWords, OutputStream out)
      throws IOException {
    write(profile, loaded, inWords, out, share -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public static void write(
      Profile profile,
      List<LoadedEntity> loaded,
      String inWords,
      OutputStream out,
      DoubleConsumer share)
      throws IOException {
    Profile shown = ProfileViews.instantiationsMerged(profile);
    HtmlView view = new HtmlView(shown, shown.totalNanos() > 0, inWords);
    view.addStacks("self", view::weight);
    view.addSamples();
    view.write(loaded, out, share);
  }

  /** Writes how a profile differs from another: boxes are as wide as both together. */
  public static void write(ProfileDifference difference, OutputStream out) throws IOException {
    write(difference, "", out);
  }

  /**
   * The same, of a view of both.
   *
   * @param inWords what the profiles are of the whole; empty for all of it
   */
  public static void write(ProfileDifference difference, String inWords, OutputStream out)
      throws IOException {
    write(difference, inWords, out, share -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public static void write(
      ProfileDifference difference, String inWords, OutputStream out, DoubleConsumer share)
      throws IOException {
    HtmlView view = new HtmlView(difference.stacks(), false, inWords);
    view.addStacks("self", difference::before);
    view.addWeights("self2", difference::after);
    view.write(List.of(), out, share);
  }

  /** The weight of a row of the profile. */
  @FunctionalInterface
  private interface RowWeight {
    long of(int row);
  }

  private long weight(int row) {
    return inTime ? profile.nanos(row) : profile.count(row);
  }

  private void addStacks(String name, RowWeight weight) {
    numbers.addAscending("parent", tree.size(), tree::parent);
    numbers.add("frame", tree.size(), tree::frame);
    addWeights(name, weight);
  }

  private void addWeights(String name, RowWeight weight) {
    long[] selfs = new long[tree.size()];
    for (int row = 0; row < profile.rows(); row++) {
      selfs[tree.node(profile.stack(row))] += weight.of(row);
    }
    numbers.addScaled(name, selfs.length, 1, node -> selfs[node]);
  }

  private void addSamples() {
    Timeline timeline = profile.timeline();
    int[] cells =
        IntStream.range(0, timeline.size())
            .boxed()
            .sorted(Comparator.comparingLong(timeline::time))
            .mapToInt(Integer::intValue)
            .toArray();
    long slot = timeline.slotNanos();
    numbers.addAscendingScaled("time", cells.length, slot, i -> timeline.time(cells[i]) / slot);
    numbers.add("thread", cells.length, i -> profile.thread(timeline.row(cells[i])));
    numbers.add("node", cells.length, i -> tree.node(profile.stack(timeline.row(cells[i]))));
    numbers.addScaled(
        "weight",
        cells.length,
        1,
        i -> inTime ? timeline.nanos(cells[i]) : timeline.count(cells[i]));
  }

  private void write(List<LoadedEntity> loaded, OutputStream out, DoubleConsumer share)
      throws IOException {
    String style = PageScript.resource("style.css");
    String script = PageScript.text();
    String page =
        PageScript.resource("page.html")
            .replace(POLICY, policy("\n" + style + "\n", "\n" + script + "\n"));
    write(out, part(page, "", STYLE), style, part(page, STYLE, PROFILE));
    try (OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
        OutputStream packed = new DeflaterOutputStream(base64)) {
      byte[] header = new PageHeader(profile, tree.frames(), inTime, view, loaded).bytes(numbers);
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        packed.write(header.length >>> shift);
      }
      packed.write(header);
      numbers.writeTo(packed, share);
    }
    write(out, part(page, PROFILE, SCRIPT), script, part(page, SCRIPT, ""));
  }

  /** Returns the text between two marks; an empty mark is the beginning or the end. */
  private static String part(String page, String from, String to) {
    int start = from.isEmpty() ? 0 : page.indexOf(from) + from.length();
    return page.substring(start, to.isEmpty() ? page.length() : page.indexOf(to));
  }

  private static void write(OutputStream out, String... texts) throws IOException {
    for (String text : texts) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Nothing but this style and this script is to be used, and nothing is to be loaded. */
  private static String policy(String style, String script) {
    return "default-src 'none'; style-src 'sha256-"
        + sha256(style)
        + "'; script-src 'sha256-"
        + sha256(script)
        + "'";
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Passes all on but the closing. */
  private static final class Unclosed extends FilterOutputStream {

    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
