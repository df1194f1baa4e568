// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import com.sun.jna.Library;
import com.sun.jna.Native;

/** Sends signals to processes, as a terminal would. Unix only. */
public final class Signals {

  /** SIGSTOP. */
  public static final int STOP = 19;

  private static final int STANDARD_INPUT = 0;

  /** The required functions of the C library. */
  private interface C extends Library {
    int kill(int pid, int signal);

    int getpgrp();

    int tcgetpgrp(int descriptor);
  }

  /**
   * The C library, loaded on first use, so that a process that sends no signal does not load JNA.
   */
  private static final class Loaded {
    static final C LIBRARY = Native.load("c", C.class);
  }

  private Signals() {}

  /** Sends a signal to a process, which may have ended. */
  public static void send(long pid, int signal) {
    int ignored = Loaded.LIBRARY.kill(Math.toIntExact(pid), signal);
  }

  /**
   * Returns whether this process runs in the foreground of a terminal, which then sends Ctrl-C to
   * its children by itself.
   */
  public static boolean isForeground() {
    return Loaded.LIBRARY.tcgetpgrp(STANDARD_INPUT) == Loaded.LIBRARY.getpgrp();
  }
}
