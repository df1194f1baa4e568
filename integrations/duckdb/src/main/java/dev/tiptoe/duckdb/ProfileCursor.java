// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import java.util.BitSet;
import java.util.List;

/** The rows of a table of a profile, one after the other. For one thread. */
abstract class ProfileCursor {

  private final Profile profile;
  private final List<String> threads;

  ProfileCursor(Profile profile) {
    this.profile = profile;
    this.threads = profile.threadNames();
  }

  Profile profile() {
    return profile;
  }

  /** Goes to the next row; returns whether there is one. May be called again at the end. */
  abstract boolean next();

  /** Returns the stack of the row. */
  abstract long stack();

  /** Returns the node of the row's frame; {@link StackTree#NONE} if there is none. */
  int node() {
    return (int) stack();
  }

  boolean hasFrame() {
    return node() != StackTree.NONE;
  }

  Frame frame() {
    return profile.frames().get(profile.stacks().frame(node()));
  }

  /** Returns the name of the thread of a row of the profile. */
  String threadOf(int row) {
    return threads.get(profile.thread(row));
  }

  /** The stacks of each thread. */
  static final class OfRows extends ProfileCursor {

    private int row = -1;

    OfRows(Profile profile) {
      super(profile);
    }

    @Override
    boolean next() {
      row = Math.min(row + 1, profile().rows());
      return row < profile().rows();
    }

    @Override
    long stack() {
      return profile().stack(row);
    }

    String thread() {
      return threadOf(row);
    }

    long depth() {
      return profile().stacks().depth(node());
    }

    long count() {
      return profile().count(row);
    }

    long nanos() {
      return profile().nanos(row);
    }
  }

  /** The frames of each distinct stack that was sampled, the root first. */
  static final class OfFrames extends ProfileCursor {

    private final BitSet seen = new BitSet();
    private int row = -1;
    private int[] path = {};
    private int depth = -1;

    OfFrames(Profile profile) {
      super(profile);
    }

    @Override
    boolean next() {
      depth++;
      while (depth >= path.length) {
        row = Math.min(row + 1, profile().rows());
        if (row == profile().rows()) {
          return false;
        }
        int stack = profile().stack(row);
        if (stack != StackTree.NONE && !seen.get(stack)) {
          seen.set(stack);
          path = nodes(stack);
          depth = 0;
        }
      }
      return true;
    }

    private int[] nodes(int stack) {
      StackTree stacks = profile().stacks();
      int[] nodes = new int[stacks.depth(stack)];
      int node = stack;
      for (int i = nodes.length - 1; i >= 0; i--) {
        nodes[i] = node;
        node = stacks.caller(node);
      }
      return nodes;
    }

    @Override
    long stack() {
      return profile().stack(row);
    }

    @Override
    int node() {
      return path[depth];
    }

    long depth() {
      return depth;
    }

    /** Returns whether the frame is on the stack for the first time, as seen from the root. */
    boolean isOutermost() {
      StackTree stacks = profile().stacks();
      int frame = stacks.frame(path[depth]);
      for (int i = 0; i < depth; i++) {
        if (stacks.frame(path[i]) == frame) {
          return false;
        }
      }
      return true;
    }
  }

  /** The stacks at each time. */
  static final class OfTimes extends ProfileCursor {

    private final Timeline timeline;
    private int cell = -1;

    OfTimes(Profile profile) {
      super(profile);
      this.timeline = profile.timeline();
    }

    @Override
    boolean next() {
      cell = Math.min(cell + 1, timeline.size());
      return cell < timeline.size();
    }

    @Override
    long stack() {
      return profile().stack(timeline.row(cell));
    }

    long at() {
      return timeline.time(cell);
    }

    String thread() {
      return threadOf(timeline.row(cell));
    }

    long count() {
      return timeline.count(cell);
    }

    long nanos() {
      return timeline.nanos(cell);
    }
  }
}
