// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameModule;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/** The rows of a table of one profile, one after the other. For one thread. */
abstract class ProfileCursor {

  private final UnitProfile read;

  ProfileCursor(UnitProfile read) {
    this.read = read;
  }

  UnitProfile read() {
    return read;
  }

  /** Goes to the next row; returns whether there is one. */
  abstract boolean next();

  /** The file. */
  static final class OfSource extends ProfileCursor {

    private boolean isOver;

    OfSource(UnitProfile read) {
      super(read);
    }

    @Override
    boolean next() {
      boolean isFirst = !isOver;
      isOver = true;
      return isFirst;
    }

    boolean isRead() {
      return read().problem().isEmpty();
    }
  }

  /** The stacks at each time. */
  static final class OfSamples extends ProfileCursor {

    private final Timeline timeline;
    private final List<String> threads;
    private final Wanted wanted;
    private int cell = -1;

    OfSamples(UnitProfile read, Wanted wanted) {
      super(read);
      this.timeline = read.profile().timeline();
      this.threads = read.profile().threadNames();
      this.wanted = wanted;
    }

    @Override
    boolean next() {
      do {
        cell++;
      } while (cell < timeline.size() && !wanted.hasTime(at(), micros()));
      return cell < timeline.size();
    }

    long at() {
      return timeline.time(cell);
    }

    OptionalLong micros() {
      return read().micros(at());
    }

    String thread() {
      return threads.get(read().profile().thread(timeline.row(cell)));
    }

    int stack() {
      return read().profile().stack(timeline.row(cell));
    }

    long count() {
      return timeline.count(cell);
    }

    long nanos() {
      return timeline.nanos(cell);
    }
  }

  /** The distinct stacks that were sampled. */
  static final class OfStacks extends ProfileCursor {

    private final BitSet seen = new BitSet();
    private int row = -1;

    OfStacks(UnitProfile read) {
      super(read);
    }

    @Override
    boolean next() {
      int stack;
      do {
        row++;
        if (row >= read().profile().rows()) {
          return false;
        }
        stack = stack();
      } while (stack == StackTree.NONE || seen.get(stack));
      seen.set(stack);
      return true;
    }

    int stack() {
      return read().profile().stack(row);
    }

    /** Returns the frames, the root first. */
    int[] frames() {
      return read().profile().stacks().frames(stack());
    }
  }

  /** The distinct frames. */
  static final class OfLocations extends ProfileCursor {

    private int frame = -1;

    OfLocations(UnitProfile read) {
      super(read);
    }

    @Override
    boolean next() {
      frame++;
      return frame < read().profile().frames().size();
    }

    int number() {
      return frame;
    }

    Frame frame() {
      return read().profile().frames().get(frame);
    }

    int module() {
      return read().moduleOf().get(frame);
    }
  }

  /** The modules. */
  static final class OfMappings extends ProfileCursor {

    private int module = -1;

    OfMappings(UnitProfile read) {
      super(read);
    }

    @Override
    boolean next() {
      module++;
      return module < read().modules().size();
    }

    int number() {
      return module;
    }

    FrameModule module() {
      return read().modules().get(module);
    }
  }
}
