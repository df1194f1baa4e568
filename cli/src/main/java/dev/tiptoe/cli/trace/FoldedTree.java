// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.ShownName;
import dev.tiptoe.cli.terminal.StyledLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The trees of several threads, folded to a number of lines: the hottest branches are shown, and
 * what is left out is counted.
 *
 * <p>A method with one hot callee shares its line with that, so that a chain of calls is one line.
 * A chain ends where stacks end or branch; what is below the limit counts for neither. Lines are
 * chosen hottest first, and drawn in the order of the tree. Each line has two percentages: of all
 * stacks that pass through the chain, and of those that end in it.
 *
 * <p>Nothing in it is recursive, so trees may be arbitrarily deep. Not thread-safe.
 */
final class FoldedTree {

  private static final String ARROW = " › ";

  /** The columns of the percentages. */
  private static final int MARGIN = 16;

  /** The fewest columns that are left for names, whatever the indentation. */
  private static final int NARROWEST = 24;

  private final long total;
  private final double coldest;
  private final int width;
  private final Chain root = new Chain(null, null);
  private final List<StyledLine> lines = new ArrayList<>();
  private int leftOut;

  /**
   * Folds the trees of threads.
   *
   * @param total the number of stacks that makes 100 %
   * @param coldest the percentage below which a branch is left out
   * @param width the columns of the screen
   * @param height the number of lines that the trees may take
   */
  FoldedTree(List<CountedCalls> threads, long total, double coldest, int width, int height) {
    this.total = total;
    this.coldest = coldest;
    this.width = width;
    threads.forEach(root::branch);
    choose(height);
    draw();
  }

  /** Returns the lines. */
  List<StyledLine> lines() {
    return List.copyOf(lines);
  }

  /** Returns the number of branches that are left out, without those that branch off from them. */
  int leftOut() {
    return leftOut;
  }

  /** A chain of calls, which is one line, and what branches off from it. */
  private final class Chain {
    private final @Nullable Chain caller;
    private final List<String> names = new ArrayList<>();
    private final List<Chain> callees = new ArrayList<>();
    private @Nullable CountedCalls next;
    private final long count;
    private long own;
    private long hiddenCount;
    private int hidden;
    private boolean shown;

    /** Creates a chain that begins with a node. It is a chain only when it is open. */
    Chain(@Nullable Chain caller, @Nullable CountedCalls first) {
      this.caller = caller;
      this.next = first;
      this.count = first == null ? 0 : first.count();
    }

    /** Follows the calls up to where the chain ends. */
    void open() {
      for (CountedCalls node = next; node != null; node = next) {
        next = null;
        names.add(names.isEmpty() && caller == root ? threadName(node) : node.name());
        own += node.own();
        List<CountedCalls> below = node.callees();
        List<CountedCalls> warm = below.stream().filter(each -> isWarm(each.count())).toList();
        if (warm.size() == 1 && !isWarm(node.own())) {
          below.stream().filter(each -> !isWarm(each.count())).forEach(this::branch);
          next = warm.get(0);
        } else {
          below.forEach(this::branch);
        }
      }
    }

    /** Adds what branches off, hidden as long as it is not shown. */
    void branch(CountedCalls node) {
      hidden++;
      hiddenCount += node.count();
      if (isWarm(node.count())) {
        callees.add(new Chain(this, node));
      }
    }

    /** Counts one of its callees as shown or hidden. */
    void count(Chain callee, boolean nowShown) {
      callee.shown = nowShown;
      hidden += nowShown ? -1 : 1;
      hiddenCount += nowShown ? -callee.count : callee.count;
    }

    /** Returns whether what is hidden gets a line of its own. */
    boolean hasRest() {
      return isWarm(hiddenCount);
    }

    int lines() {
      return (shown ? 1 : 0) + (hasRest() ? 1 : 0);
    }
  }

  private static String threadName(CountedCalls thread) {
    // A thread without a name has one of ours.
    return thread.name().startsWith("thread ") ? thread.name() : "thread \"" + thread.name() + "\"";
  }

  private boolean isWarm(long count) {
    return count > 0 && total > 0 && 100.0 * count / total >= coldest;
  }

  /** Shows the hottest chains while there is room for them and the lines about what is hidden. */
  private void choose(int height) {
    PriorityQueue<Chain> candidates =
        new PriorityQueue<>(Comparator.comparingLong((Chain chain) -> chain.count).reversed());
    candidates.addAll(root.callees);
    int used = root.lines();
    for (Chain chain = candidates.poll(); chain != null; chain = candidates.poll()) {
      Chain caller = chain.caller == null ? root : chain.caller;
      int before = caller.lines();
      caller.count(chain, true);
      if (chain.names.isEmpty()) {
        chain.open();
      }
      int more = chain.lines() + caller.lines() - before;
      if (used + more <= height) {
        used += more;
        candidates.addAll(chain.callees);
      } else {
        caller.count(chain, false);
      }
    }
  }

  /** What is still to be drawn: a chain, or without it a line about what is hidden. */
  private record Step(Chain of, boolean rest, String branch, String indent) {}

  private void draw() {
    Deque<Step> open = new ArrayDeque<>();
    push(root, "", open);
    for (Step step = open.poll(); step != null; step = open.poll()) {
      if (step.rest) {
        String threads = step.of == root ? step.of.hidden == 1 ? " thread" : " threads" : "";
        lines.add(
            margin(step.of.hiddenCount, 0)
                .dim(step.branch + "… " + step.of.hidden + " more" + threads));
      } else {
        lines.add(line(step));
        push(step.of, step.indent, open);
      }
    }
  }

  /** The hottest is pushed last, so that it is drawn first. */
  private void push(Chain caller, String indent, Deque<Step> open) {
    leftOut += caller.hidden;
    List<Step> steps = new ArrayList<>();
    List<Chain> shown = caller.callees.stream().filter(each -> each.shown).toList();
    int last = shown.size() + (caller.hasRest() ? 1 : 0) - 1;
    for (int i = 0; i <= last; i++) {
      String branch = caller == root ? "" : i == last ? "└ " : "├ ";
      String below = caller == root ? "" : i == last ? "  " : "│ ";
      boolean rest = i == shown.size();
      steps.add(new Step(rest ? caller : shown.get(i), rest, indent + branch, indent + below));
    }
    for (int i = steps.size() - 1; i >= 0; i--) {
      open.push(steps.get(i));
    }
  }

  private StyledLine line(Step step) {
    StyledLine line = margin(step.of.count, step.of.own).dim(step.branch);
    int room = Math.max(NARROWEST, width - line.length());
    List<String> names = fitted(step.of.names, room);
    for (int i = 0; i < names.size(); i++) {
      line.dim(i == 0 ? "" : ARROW);
      String name = names.get(i);
      if (i == names.size() - 1) {
        line.bold(name);
      } else if (i == 0 && step.of.caller == root) {
        line.name(name);
      } else {
        line.add(name);
      }
    }
    return line;
  }

  private StyledLine margin(long count, long own) {
    String share = percent(count);
    String ownShare = own == 0 ? "" : percent(own);
    String margin = String.format(Locale.ROOT, "%6s  %6s", share, ownShare);
    return new StyledLine().add(margin + " ".repeat(MARGIN - margin.length()));
  }

  private String percent(long count) {
    return String.format(Locale.ROOT, "%.1f%%", 100.0 * count / total);
  }

  /**
   * Returns the names of a chain: the first, and as many of the last as there is room for. A method
   * that calls itself is there once.
   */
  private static List<String> fitted(List<String> chain, int room) {
    List<String> names = merged(chain);
    int last = names.size() - 1;
    if (length(names, room) <= room) {
      return names;
    }
    if (last == 0) {
      return List.of(ShownName.withoutParameters(names.get(0), room));
    }
    String first = names.get(0);
    int left = room - first.length() - ARROW.length();
    if (left < NARROWEST) {
      first = ShownName.withoutParameters(first, NARROWEST);
      left = room - first.length() - ARROW.length();
    }
    int gap = last > 1 ? gap(last).length() + ARROW.length() : 0;
    int from = last;
    String end = ShownName.withoutParameters(names.get(last), left - gap);
    left -= gap + end.length();
    while (from > 1 && left >= ARROW.length() + names.get(from - 1).length()) {
      from--;
      left -= ARROW.length() + names.get(from).length();
    }
    List<String> fitted = new ArrayList<>();
    fitted.add(first);
    if (from > 1) {
      fitted.add(gap(from - 1));
    }
    fitted.addAll(names.subList(from, last));
    fitted.add(end);
    return fitted;
  }

  private static String gap(int methods) {
    return "(" + methods + " more)";
  }

  /** Returns how long the names are together, or something beyond the room. */
  private static int length(List<String> names, int room) {
    int length = -ARROW.length();
    for (int i = 0; i < names.size() && length <= room; i++) {
      length += ARROW.length() + names.get(i).length();
    }
    return length;
  }

  private static List<String> merged(List<String> chain) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < chain.size(); ) {
      int end = i + 1;
      while (end < chain.size() && chain.get(end).equals(chain.get(i))) {
        end++;
      }
      names.add(end - i == 1 ? chain.get(i) : chain.get(i) + " ×" + (end - i));
      i = end;
    }
    return names;
  }
}
