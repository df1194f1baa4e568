// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/** What the runtime told of a thread. */
record ThreadEntry(int osThreadId, String name) implements Description<ThreadEntry> {

  /** A thread may be renamed, but it stays on its operating system thread. */
  @Override
  public boolean agrees(ThreadEntry later) {
    return Description.mayEqual(osThreadId, later.osThreadId);
  }

  @Override
  public ThreadEntry together(ThreadEntry later) {
    return new ThreadEntry(
        osThreadId == 0 ? later.osThreadId : osThreadId, later.name.isEmpty() ? name : later.name);
  }
}
