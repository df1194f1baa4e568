// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * Reports facts about one managed thread to a feed. Immutable; each step is one call of the feed.
 * {@link RuntimeFeed#thread} makes one.
 */
public final class ThreadReport {

  private final RuntimeFeed feed;
  private final ThreadID id;

  private ThreadReport(RuntimeFeed feed, ThreadID id) {
    this.feed = feed;
    this.id = id;
  }

  static ThreadReport of(RuntimeFeed feed, ThreadID id) {
    return new ThreadReport(feed, id);
  }

  /** Reports that it exists; the operating system's ID is 0 where it is not known yet. */
  public ThreadReport created(long at, int osThreadId) {
    feed.threadCreated(at, id, osThreadId);
    return this;
  }

  /** Reports the name that the program gave it. */
  public ThreadReport named(long at, String name) {
    feed.threadNamed(at, id, name);
    return this;
  }

  /** Reports the operating system's name of it. */
  public ThreadReport osNamed(long at, String name) {
    feed.osThreadNamed(at, id, name);
    return this;
  }

  /** Reports its whole stack, leaf first; the FunctionID 0 is a run of unmanaged frames. */
  public ThreadReport stack(long at, FunctionID... frames) {
    feed.stackSampled(at, id, List.of(frames), false);
    return this;
  }

  /** Reports that it has ended. */
  public void destroyed(long at) {
    feed.threadDestroyed(at, id);
  }
}
