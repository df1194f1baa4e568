// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.SampleType;
import dev.tiptoe.profile.wire.ProfileBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Receives the stacks and values of a file, within limits. Not thread-safe. */
public final class ProfileSink {

  /** Frames of distinct stacks that do not share a beginning. */
  private static final int MOST_NODES = 1 << 26;

  private static final int MOST_THREADS = 1 << 18;

  private final ProfileBytes bytes;
  private final Set<FrameDetail> details;
  private final Profile.Builder builder = new Profile.Builder();
  private final Map<ProfileThread, Integer> threads = new HashMap<>();
  private long count;
  private long nanos;

  /**
   * Creates a sink.
   *
   * @param bytes the file
   * @param details what distinguishes frames
   */
  public ProfileSink(ProfileBytes bytes, Set<FrameDetail> details) {
    this.bytes = bytes;
    this.details = details;
  }

  /** Returns the builder of the profile. */
  public Profile.Builder builder() {
    return builder;
  }

  /** Says what the counts are; of a time, they are what its samples would be. */
  void counts(SampleType type) {
    if (!type.type().isEmpty() && type.unitNanos() == 0) {
      builder.counts(type.type(), type.unit());
    }
  }

  /** Says what the times are. */
  void times(SampleType type) {
    builder.clock(type.clock());
  }

  /** Returns whether frames differ by a detail. */
  boolean has(FrameDetail detail) {
    return details.contains(detail);
  }

  int frame(Frame frame) {
    return builder.frame(frame);
  }

  /** Returns the node of a frame below a caller. */
  int stack(int caller, int frame, long offset) {
    int node = builder.stack(caller, frame);
    if (node >= MOST_NODES) {
      throw bytes.bad(offset, "the distinct stacks have more than " + MOST_NODES + " frames");
    }
    return node;
  }

  /** Returns the thread of which the file says nothing. */
  int anyThread() {
    return thread(0, "", 0);
  }

  /**
   * Returns a thread.
   *
   * @param id the ID of the operating system; 0 when it is not known
   * @param name empty when it is not known
   */
  int thread(long id, String name, long offset) {
    String text =
        name.isEmpty() ? (id == 0 ? "all threads" : "thread " + Long.toUnsignedString(id)) : name;
    int osThreadId = id > 0 && id <= Integer.MAX_VALUE ? (int) id : 0;
    ProfileThread key = new ProfileThread(id, osThreadId, text);
    Integer known = threads.get(key);
    if (known == null) {
      if (threads.size() == MOST_THREADS) {
        throw bytes.bad(offset, "there are more than " + MOST_THREADS + " threads");
      }
      // Threads without an ID are distinguished by numbers.
      known =
          builder.thread(
              id == 0 && !name.isEmpty() ? new ProfileThread(threads.size() + 1L, 0, text) : key);
      threads.put(key, known);
    }
    return known;
  }

  /** Adds a weight to a row, unless it is none. */
  void add(long at, int thread, int stack, long addedCount, long addedNanos, long offset) {
    if (addedCount < 0 || addedNanos < 0) {
      throw bytes.bad(offset, "a sample has a negative value; differences are not read");
    }
    if (addedCount != 0 || addedNanos != 0) {
      count = Math.addExact(count, addedCount);
      nanos = Math.addExact(nanos, addedNanos);
      builder.add(at, builder.row(thread, stack), addedCount, addedNanos);
    }
  }
}
