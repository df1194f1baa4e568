// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.feed.AddressSample.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A profile: the distinct stacks of a program's threads, their weights, and when they were sampled.
 *
 * <p>It has rows, numbers from 0: one for each thread and stack that occur together. A row's weight
 * is a number of samples, and the time that they represent. The stack of a row is a node of the
 * {@linkplain #stacks tree of stacks}, whose frames are numbers of {@link #frames}.
 *
 * <p>Immutable. Memory: 4 to 8 bytes for each node of the tree, 24 for each row, and the timeline;
 * none for each sample. {@link ProfileViews} gives other views of a profile.
 */
public final class Profile {

  /**
   * The farthest time from the beginning of a profile, 73 years: such times can be subtracted from
   * each other.
   */
  private static final long FARTHEST = 1L << 61;

  private final String name;
  private final Optional<Instant> began;
  private final String countType;
  private final String countUnit;
  private final Optional<Clock> clock;
  private final List<ProfileThread> threads;
  private final List<Frame> frames;
  private final StackTree stacks;
  private final SampleTable samples;
  private final Timeline timeline;
  private final long from;
  private final long to;

  private Profile(Builder built) {
    name = built.name;
    began = built.began;
    countType = built.countType;
    countUnit = built.countUnit;
    clock = built.clock;
    threads = List.copyOf(built.threads);
    frames = List.copyOf(built.frames);
    stacks = built.tree.build();
    timeline = built.timeline.build();
    samples = built.samples.finished(timeline);
    boolean hasSamples = built.from <= built.to;
    from = hasSamples ? built.from : 0;
    to = hasSamples ? built.to : 0;
  }

  private Profile(Profile other, List<Frame> frames) {
    name = other.name;
    began = other.began;
    countType = other.countType;
    countUnit = other.countUnit;
    clock = other.clock;
    threads = other.threads;
    this.frames = frames;
    stacks = other.stacks;
    samples = other.samples;
    timeline = other.timeline;
    from = other.from;
    to = other.to;
  }

  /** Returns the same profile with other frames at the places of its own. */
  Profile withFrames(List<Frame> others) {
    return new Profile(this, List.copyOf(others));
  }

  /** Returns its name, such as that of the file it was read from. */
  public String name() {
    return name;
  }

  /** Returns the instant from which its times count; empty when that is not known. */
  public Optional<Instant> began() {
    return began;
  }

  /** Returns what its counts are, such as {@code samples} or {@code alloc_space}. */
  public String countType() {
    return countType;
  }

  /** Returns the unit of its counts, such as {@code count} or {@code bytes}. */
  public String countUnit() {
    return countUnit;
  }

  /**
   * Returns the clock whose time the samples represent; empty when it is not known. Samples of
   * different clocks are never in one profile: their times cannot be added up.
   */
  public Optional<Clock> clock() {
    return clock;
  }

  /** Returns the threads; a row has the place of its thread in this list. */
  public List<ProfileThread> threads() {
    return threads;
  }

  /** Returns the distinct frames; a node has the place of its frame in this list. */
  public List<Frame> frames() {
    return frames;
  }

  /** Returns the stacks. */
  public StackTree stacks() {
    return stacks;
  }

  /** Returns the number of rows. */
  public int rows() {
    return samples.size();
  }

  /** Returns the number of a row's thread. */
  public int thread(int row) {
    return samples.thread(row);
  }

  /** Returns the node of a row's stack; {@link StackTree#NONE} for one without frames. */
  public int stack(int row) {
    return samples.stack(row);
  }

  /** Returns how many samples a row has, or another value where {@link #countType} says so. */
  public long count(int row) {
    return samples.count(row);
  }

  /** Returns the nanoseconds that the samples of a row represent; 0 when that is not known. */
  public long nanos(int row) {
    return samples.nanos(row);
  }

  /** Returns when the samples were taken. */
  public Timeline timeline() {
    return timeline;
  }

  /**
   * Returns the time of the first sample, in nanoseconds since {@link #began}: a negative number
   * where the sample lies before that, 0 where there are no samples.
   */
  public long from() {
    return from;
  }

  /** Returns the time of the last sample, in the same way. */
  public long to() {
    return to;
  }

  /** Returns how many samples there are, or the sum of other counts. */
  public long totalCount() {
    long total = 0;
    for (int row = 0; row < rows(); row++) {
      total += count(row);
    }
    return total;
  }

  /** Returns the nanoseconds that all samples represent. */
  public long totalNanos() {
    long total = 0;
    for (int row = 0; row < rows(); row++) {
      total += nanos(row);
    }
    return total;
  }

  /** Returns the frames of a row's stack, root first. */
  public List<Frame> framesOf(int row) {
    List<Frame> path = new ArrayList<>();
    for (int frame : stacks.frames(stack(row))) {
      path.add(frames.get(frame));
    }
    return path;
  }

  /** Returns a name for each thread: with its ID where several threads have the same name. */
  public List<String> threadNames() {
    Map<String, Integer> bearers = new HashMap<>();
    threads.forEach(thread -> bearers.merge(thread.name(), 1, Integer::sum));
    return threads.stream()
        .map(
            thread ->
                bearers.getOrDefault(thread.name(), 0) == 1 ? thread.name() : thread.nameAndId())
        .toList();
  }

  /** Builds a profile. Not thread-safe; used once. */
  public static final class Builder {

    private String name = "";
    private Optional<Instant> began = Optional.empty();
    private String countType = "samples";
    private String countUnit = "count";
    private Optional<Clock> clock = Optional.empty();
    private final List<ProfileThread> threads = new ArrayList<>();
    private final Map<ProfileThread, Integer> threadNumbers = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Frame, Integer> frameNumbers = new HashMap<>();
    private final StackTree.Builder tree = new StackTree.Builder();
    private final SampleTable samples = new SampleTable();
    private final Timeline.Builder timeline = new Timeline.Builder();
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    /** Creates a builder of an empty profile. */
    public Builder() {}

    /** Sets the name. */
    public Builder name(String text) {
      name = text;
      return this;
    }

    /** Sets the instant from which times count. */
    public Builder began(Optional<Instant> at) {
      began = at;
      return this;
    }

    /** Sets what the counts are, if they are not numbers of samples, and their unit. */
    public Builder counts(String type, String unit) {
      countType = type;
      countUnit = unit;
      return this;
    }

    /** Sets the clock whose time the samples represent. */
    public Builder clock(Optional<Clock> of) {
      clock = of;
      return this;
    }

    /** Sets the name, the beginning, the counts and the clock of another profile. */
    public Builder like(Profile other) {
      return name(other.name)
          .began(other.began)
          .counts(other.countType, other.countUnit)
          .clock(other.clock);
    }

    /** Returns the number of a thread, and adds it if it is new. */
    public int thread(ProfileThread thread) {
      Integer known = threadNumbers.putIfAbsent(thread, threads.size());
      if (known == null) {
        threads.add(thread);
        return threads.size() - 1;
      }
      return known;
    }

    /** Returns the number of a frame, and adds it if it is new. */
    public int frame(Frame frame) {
      Integer known = frameNumbers.putIfAbsent(frame, frames.size());
      if (known == null) {
        frames.add(frame);
        return frames.size() - 1;
      }
      return known;
    }

    /**
     * Returns the stack of a frame that a stack called, and adds it if it is new.
     *
     * @param caller the stack of the caller; {@link StackTree#NONE} for a root
     */
    public int stack(int caller, int frame) {
      return tree.node(caller, frame);
    }

    /** Returns the row of a thread and a stack, and adds it if it is new. */
    public int row(int thread, int stack) {
      return samples.row(thread, stack);
    }

    /**
     * Adds samples of a row, which were taken at one time.
     *
     * @param at in nanoseconds since the beginning; more than 73 years before or after it are 73
     */
    public void add(long at, int row, long count, long nanos) {
      long time = Math.max(-FARTHEST, Math.min(at, FARTHEST));
      timeline.add(time, row, count, nanos);
      from = Math.min(from, time);
      to = Math.max(to, time);
    }

    /**
     * Has the timeline sorted at the end: the samples of a thread do not come in the order of time.
     */
    public Builder inOrderOfTime() {
      timeline.sortAtEnd();
      return this;
    }

    /** Ends the building. */
    public Profile build() {
      return new Profile(this);
    }
  }
}
