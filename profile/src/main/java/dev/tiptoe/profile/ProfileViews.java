// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Views of a profile, each a profile of its own; so they can be combined. Each takes time
 * proportional to the nodes, rows and cells of the profile. The views do not change the sum of the
 * weights: the weight of a frame that is left out counts for its caller. Views that leave out whole
 * stacks state that.
 */
public final class ProfileViews {

  /** The kinds of frames that only carry the work of others. */
  private static final Set<FrameKind> NOISE = EnumSet.of(FrameKind.ASYNC, FrameKind.NATIVE);

  /** A node of which the stacks are left out. */
  private static final int LEFT_OUT = -2;

  private ProfileViews() {}

  /** What becomes of a node, in a view. */
  private interface Rewriting {
    /**
     * Returns the node of the view.
     *
     * @param caller what its caller became
     */
    int rewrite(int node, int caller, Profile.Builder view);
  }

  // ---- which samples

  /** Returns the samples of one thread, the place of which in {@link Profile#threads} is given. */
  public static Profile ofThread(Profile profile, int thread) {
    return rewritten(profile, row -> profile.thread(row) == thread, same(profile), false);
  }

  /** Returns the samples of some threads; the others stay in {@link Profile#threads}. */
  public static Profile ofThreads(Profile profile, Predicate<ProfileThread> which) {
    boolean[] chosen = new boolean[profile.threads().size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = which.test(profile.threads().get(i));
    }
    return rewritten(profile, row -> chosen[profile.thread(row)], same(profile), false);
  }

  /** Returns the samples of all threads as those of one. */
  public static Profile merged(Profile profile) {
    return rewritten(profile, row -> true, same(profile), true);
  }

  /**
   * Returns the samples of a time range. A cell of the timeline is in it if the beginning of its
   * slot is.
   *
   * @param from the first time, in the profile's time
   * @param to the first time behind the range
   */
  public static Profile between(Profile profile, long from, long to) {
    Profile.Builder view = begin(profile, false);
    int[] nodes = nodes(profile, same(profile), view, StackTree.NONE);
    Timeline timeline = profile.timeline();
    for (int cell = 0; cell < timeline.size(); cell++) {
      if (timeline.time(cell) >= from && timeline.time(cell) < to) {
        int row = timeline.row(cell);
        view.add(
            timeline.time(cell),
            view.row(profile.thread(row), node(nodes, profile.stack(row))),
            timeline.count(cell),
            timeline.nanos(cell));
      }
    }
    return view.build();
  }

  // ---- which frames

  /**
   * Returns the stacks with a frame that a pattern finds, each from the first such frame on; other
   * stacks are left out.
   *
   * @param pattern is looked for in the method, the written method and the module's name
   */
  public static Profile focus(Profile profile, Pattern pattern) {
    boolean[] found = frames(profile, frame -> isFound(pattern, frame));
    Rewriting fromFound =
        (node, caller, view) -> {
          int frame = profile.stacks().frame(node);
          if (caller != LEFT_OUT) {
            return view.stack(caller, frame);
          }
          return found[frame] ? view.stack(StackTree.NONE, frame) : LEFT_OUT;
        };
    Profile.Builder view = begin(profile, false);
    int[] nodes = nodes(profile, fromFound, view, LEFT_OUT);
    IntPredicate kept =
        row -> profile.stack(row) != StackTree.NONE && nodes[profile.stack(row)] != LEFT_OUT;
    return weighed(profile, nodes, view, kept, false);
  }

  /** Returns the stacks without the frames that a pattern finds. */
  public static Profile hide(Profile profile, Pattern pattern) {
    return without(profile, frame -> isFound(pattern, frame));
  }

  /**
   * Returns the stacks without the frames that only carry the work of others: asynchronous
   * machinery, and unmanaged code. The garbage collector's frames stay, and frames that represent
   * missing ones.
   */
  public static Profile folded(Profile profile) {
    return without(profile, NOISE);
  }

  /**
   * Returns the stacks without the frames of some kinds, except those that represent missing
   * frames.
   */
  public static Profile without(Profile profile, Set<FrameKind> kinds) {
    return without(profile, frame -> kinds.contains(frame.kind()) && !frame.standsForMissing());
  }

  /**
   * Returns the stacks in which a run of unmanaged frames is one frame: the function that managed
   * code called, or {@link Frame#NATIVE} where a thread begins with them.
   */
  public static Profile nativeRuns(Profile profile) {
    StackTree stacks = profile.stacks();
    boolean[] unmanaged =
        frames(profile, frame -> frame.isUnmanaged() && !frame.standsForMissing());
    boolean[] missing = frames(profile, Frame::standsForMissing);
    return rewritten(
        profile,
        row -> true,
        (node, caller, view) -> {
          int frame = stacks.frame(node);
          int above = stacks.caller(node);
          boolean begins = above == StackTree.NONE || missing[stacks.frame(above)];
          if (!unmanaged[frame]) {
            return view.stack(caller, frame);
          }
          if (begins) {
            return view.stack(caller, view.frame(Frame.NATIVE));
          }
          return unmanaged[stacks.frame(above)] ? caller : view.stack(caller, frame);
        },
        false);
  }

  private static Profile without(Profile profile, Predicate<Frame> which) {
    boolean[] hidden = frames(profile, which);
    return rewritten(
        profile,
        row -> true,
        (node, caller, view) -> {
          int frame = profile.stacks().frame(node);
          return hidden[frame] ? caller : view.stack(caller, frame);
        },
        false);
  }

  private static final Frame NO_MODULE = Frame.special("<no module>", FrameKind.USER);

  /** What a frame shows of its method. */
  private record Shown(String name, FrameModule module, int methodDef, FrameSource source) {}

  /**
   * Returns the stacks with one frame for the instantiations of a method that {@linkplain
   * Frame#shown are shown} alike. That frame has the name of the first, and the number of the
   * others.
   */
  public static Profile instantiationsMerged(Profile profile) {
    Map<Shown, Integer> groups = new LinkedHashMap<>();
    List<Integer> sizes = new ArrayList<>();
    int[] group = new int[profile.frames().size()];
    for (int i = 0; i < group.length; i++) {
      Frame frame = profile.frames().get(i);
      Shown shown = new Shown(frame.shown(), frame.module(), frame.methodDef(), frame.source());
      group[i] = groups.computeIfAbsent(shown, any -> groups.size());
      if (group[i] == sizes.size()) {
        sizes.add(0);
      }
      sizes.set(group[i], sizes.get(group[i]) + 1);
    }
    if (sizes.size() == group.length) {
      return profile;
    }
    Profile.Builder view = begin(profile, false);
    int[] frames = new int[sizes.size()];
    Arrays.fill(frames, -1);
    for (int i = 0; i < group.length; i++) {
      if (frames[group[i]] < 0) {
        frames[group[i]] = view.frame(ofMany(profile.frames().get(i), sizes.get(group[i])));
      }
    }
    StackTree stacks = profile.stacks();
    int[] nodes = new int[stacks.size()];
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = view.stack(node(nodes, stacks.caller(node)), frames[group[stacks.frame(node)]]);
    }
    return weighed(profile, nodes, view, row -> true, false);
  }

  /** Returns the frame of several instantiations: the first, with how many others there are. */
  static Frame ofMany(Frame first, int instantiations) {
    return instantiations == 1
        ? first
        : new Frame(
            first.method() + ", and " + (instantiations - 1) + " more",
            first.shown(),
            first.module(),
            first.methodDef(),
            first.ilOffset(),
            first.source(),
            first.kind());
  }

  /**
   * Returns the same stacks with names that are not ambiguous in them: where types of several
   * namespaces have one name, in whatever modules, their {@linkplain Frame#written written} methods
   * have the namespaces. Exports and pages do so by themselves.
   */
  public static Profile typesDisambiguated(Profile profile) {
    SharedTypeNames names = new SharedTypeNames();
    names.add(profile.frames());
    return names.areNone() ? profile : profile.withFrames(names.applied(profile.frames()));
  }

  /** Returns the stacks of modules: frames of the same module that follow one another are one. */
  public static Profile byModule(Profile profile) {
    Profile.Builder view = begin(profile, false);
    StackTree stacks = profile.stacks();
    int[] frames = new int[profile.frames().size()];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = view.frame(moduleFrame(profile.frames().get(i)));
    }
    int[] nodes = new int[stacks.size()];
    for (int node = 0; node < nodes.length; node++) {
      int caller = stacks.caller(node);
      int frame = frames[stacks.frame(node)];
      boolean same = caller != StackTree.NONE && frames[stacks.frame(caller)] == frame;
      nodes[node] = same ? nodes[caller] : view.stack(node(nodes, caller), frame);
    }
    return weighed(profile, nodes, view, row -> true, false);
  }

  private static Frame moduleFrame(Frame frame) {
    FrameModule module = frame.module();
    return module.name().isEmpty()
        ? frame.isUnmanaged() ? Frame.NATIVE : NO_MODULE
        : new Frame(
            module.name(),
            "",
            module,
            0,
            Frame.NO_OFFSET,
            FrameSource.UNKNOWN,
            frame.isUnmanaged()
                ? FrameKind.ofUnmanaged("", module.name())
                : FrameKind.of("", module.name()));
  }

  /**
   * Returns the stacks upside down: the executing methods are the roots, and their callers follow.
   * This takes time proportional to the frames of all stacks.
   */
  public static Profile bottomUp(Profile profile) {
    Profile.Builder view = begin(profile, false);
    profile.frames().forEach(view::frame);
    int[] turned = new int[profile.stacks().size()];
    boolean[] isStack = new boolean[turned.length];
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.stack(row) != StackTree.NONE) {
        isStack[profile.stack(row)] = true;
      }
    }
    for (int stack = 0; stack < turned.length; stack++) {
      int turnedNode = StackTree.NONE;
      for (int node = isStack[stack] ? stack : StackTree.NONE;
          node != StackTree.NONE;
          node = profile.stacks().caller(node)) {
        turnedNode = view.stack(turnedNode, profile.stacks().frame(node));
      }
      turned[stack] = turnedNode;
    }
    return weighed(profile, turned, view, row -> true, false);
  }

  // ---- rewriting

  private static boolean isFound(Pattern pattern, Frame frame) {
    return pattern.matcher(frame.method()).find()
        || pattern.matcher(frame.written()).find()
        || pattern.matcher(frame.module().name()).find();
  }

  private static boolean[] frames(Profile profile, Predicate<Frame> which) {
    List<Frame> all = profile.frames();
    boolean[] found = new boolean[all.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = which.test(all.get(i));
    }
    return found;
  }

  private static Rewriting same(Profile profile) {
    return (node, caller, view) -> view.stack(caller, profile.stacks().frame(node));
  }

  private static Profile rewritten(
      Profile profile, IntPredicate rows, Rewriting rewriting, boolean oneThread) {
    Profile.Builder view = begin(profile, oneThread);
    int[] nodes = nodes(profile, rewriting, view, StackTree.NONE);
    return weighed(profile, nodes, view, rows, oneThread);
  }

  /**
   * Rewrites all nodes.
   *
   * @param root the caller of the roots
   */
  private static int[] nodes(Profile profile, Rewriting rewriting, Profile.Builder view, int root) {
    profile.frames().forEach(view::frame);
    StackTree stacks = profile.stacks();
    int[] nodes = new int[stacks.size()];
    for (int node = 0; node < nodes.length; node++) {
      int caller = stacks.caller(node);
      nodes[node] = rewriting.rewrite(node, caller == StackTree.NONE ? root : nodes[caller], view);
    }
    return nodes;
  }

  private static int node(int[] nodes, int stack) {
    return stack == StackTree.NONE ? StackTree.NONE : nodes[stack];
  }

  private static Profile.Builder begin(Profile profile, boolean oneThread) {
    Profile.Builder view = new Profile.Builder().like(profile);
    if (oneThread) {
      view.thread(new ProfileThread(0, 0, "all threads"));
    } else {
      profile.threads().forEach(view::thread);
    }
    return view;
  }

  private static Profile weighed(
      Profile profile, int[] nodes, Profile.Builder view, IntPredicate rows, boolean oneThread) {
    int[] viewRows = new int[profile.rows()];
    Arrays.fill(viewRows, -1);
    for (int row = 0; row < viewRows.length; row++) {
      if (rows.test(row)) {
        int thread = oneThread ? 0 : profile.thread(row);
        viewRows[row] = view.row(thread, node(nodes, profile.stack(row)));
      }
    }
    Timeline timeline = profile.timeline();
    for (int cell = 0; cell < timeline.size(); cell++) {
      int row = viewRows[timeline.row(cell)];
      if (row >= 0) {
        view.add(timeline.time(cell), row, timeline.count(cell), timeline.nanos(cell));
      }
    }
    return view.build();
  }
}
