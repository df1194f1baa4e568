// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/** The description of a thread: from the runtime, and its name in the operating system. */
record ThreadEntry(int osThreadId, String name, String osName) implements Description<ThreadEntry> {

  static ThreadEntry of(int osThreadId) {
    return new ThreadEntry(osThreadId, "", "");
  }

  static ThreadEntry named(String name) {
    return new ThreadEntry(0, name, "");
  }

  static ThreadEntry osNamed(String osName) {
    return new ThreadEntry(0, "", osName);
  }

  /** A thread may be renamed, but it stays on its operating system thread. */
  @Override
  public boolean agrees(ThreadEntry later) {
    return Description.mayEqual(osThreadId, later.osThreadId);
  }

  @Override
  public ThreadEntry inWordsOf(ThreadEntry other) {
    return other;
  }

  @Override
  public ThreadEntry anew() {
    return this;
  }

  @Override
  public ThreadEntry together(ThreadEntry later) {
    return new ThreadEntry(
        osThreadId == 0 ? later.osThreadId : osThreadId,
        later.name.isEmpty() ? name : later.name,
        later.osName.isEmpty() ? osName : later.osName);
  }
}
