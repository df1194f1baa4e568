// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts programs with the signals that they would have without this JVM. Stateless; one program is
 * started at a time.
 *
 * <p>A program inherits which signals are blocked and which are ignored. A JVM blocks SIGQUIT in
 * its threads, so SIGQUIT could not make a program that it starts print a dump; some releases of
 * Java repair that, and 17 does not. And a JVM handles signals that were ignored when it was
 * started, SIGPIPE for example, which a program then does not ignore. So while a program is being
 * started, the thread that starts it has the mask of the JVM's first thread, which runs no Java;
 * and the JVM ignores what was ignored at first, as far as it can do without.
 *
 * <p>SIGCHLD is the exception: Java stops ignoring it, since otherwise it could not wait for its
 * children.
 */
final class InheritedSignals {

  /** The ignored signals of the process that became this JVM, in the form of {@code SigIgn}. */
  private static final String USERS_IGNORED = "TIPTOE_USERS_IGNORED_SIGNALS";

  /** SIGQUIT, SIGUSR2, SIGPIPE and SIGXFSZ, which a JVM handles although they were ignored. */
  private static final List<Integer> TAKEN = List.of(3, 12, 13, 25);

  private static final long QUIT = 1L << 2;
  private static final int SET_MASK = 2;
  private static final long IGNORE = 1;

  /** More than a {@code sigset_t} or a {@code struct sigaction} of any C library. */
  private static final int ROOM = 256;

  /** The required functions of the C library. */
  private interface C extends Library {
    int pthread_sigmask(int how, Pointer set, Pointer old);

    int sigaction(int signal, Pointer action, Pointer old);

    Pointer signal(int signal, Pointer handler);
  }

  /** The C library, loaded on first use. */
  private static final class Loaded {
    static final C LIBRARY = Native.load("c", C.class);
  }

  private InheritedSignals() {}

  /** Starts a program, and removes from its environment what is meant for this. */
  static synchronized Process start(ProcessBuilder builder) throws IOException {
    long ignored = ignored(builder.environment());
    List<Runnable> undo = new ArrayList<>();
    try {
      for (int signal : TAKEN) {
        if ((ignored >>> (signal - 1) & 1) != 0) {
          Memory before = room();
          int read = Loaded.LIBRARY.sigaction(signal, Pointer.NULL, before);
          if (read == 0) {
            var unused = Loaded.LIBRARY.signal(signal, Pointer.createConstant(IGNORE));
            undo.add(() -> Loaded.LIBRARY.sigaction(signal, before, Pointer.NULL));
          }
        }
      }
      Memory mask = room();
      mask.setLong(0, mask());
      Memory before = room();
      if (Loaded.LIBRARY.pthread_sigmask(SET_MASK, mask, before) == 0) {
        undo.add(() -> Loaded.LIBRARY.pthread_sigmask(SET_MASK, before, Pointer.NULL));
      }
      return builder.start();
    } finally {
      undo.forEach(Runnable::run);
    }
  }

  private static Memory room() {
    Memory room = new Memory(ROOM);
    room.clear();
    return room;
  }

  private static long ignored(Map<String, String> environment) {
    return Optional.ofNullable(environment.remove(USERS_IGNORED))
        .map(InheritedSignals::set)
        .orElse(0L);
  }

  /**
   * Returns the signals that are blocked in the first thread. The {@code java} command runs Java in
   * another one; where the JVM was made in another way, the first may be Java's as well.
   */
  private static long mask() {
    long blocked = blockedInFirstThread();
    boolean isJavas = !"SUN_STANDARD".equals(System.getProperty("sun.java.launcher"));
    return isJavas ? blocked & ~QUIT : blocked;
  }

  /** Returns these signals; none where the system does not list them. */
  private static long blockedInFirstThread() {
    Path status = Path.of("/proc/self/task/" + ProcessHandle.current().pid() + "/status");
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("SigBlk:"))
          .map(line -> set(line.substring("SigBlk:".length())))
          .findFirst()
          .orElse(0L);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** Reads a set of signals as {@code /proc} has it. */
  private static long set(String hexadecimal) {
    try {
      return Long.parseUnsignedLong(hexadecimal.strip(), 16);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
