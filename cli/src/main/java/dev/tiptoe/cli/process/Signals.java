// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** The signals that a process can send and its terminal may send too; for Unix. */
public final class Signals {

  private static final int STANDARD_INPUT = 0;

  /** What we need of the C library. */
  private interface C extends Library {
    int kill(int pid, int signal);

    int getpgrp();

    int tcgetpgrp(int descriptor);
  }

  /** Loaded on first use, so that a process that sends nothing never starts JNA. */
  private static final class Loaded {
    static final C LIBRARY = Native.load("c", C.class);
  }

  private Signals() {}

  /** Sends a signal to a process, which may be gone already. */
  public static void send(long pid, int signal) {
    int ignored = Loaded.LIBRARY.kill(Math.toIntExact(pid), signal);
  }

  /**
   * Whether this process runs in the foreground of a terminal, which then sends Ctrl-C to its
   * children by itself.
   */
  public static boolean isForeground() {
    return Loaded.LIBRARY.tcgetpgrp(STANDARD_INPUT) == Loaded.LIBRARY.getpgrp();
  }
}
