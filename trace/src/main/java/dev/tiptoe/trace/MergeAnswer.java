// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.Session;
import java.util.Optional;

/** The session of several traces of one process, or the reason why there is none. Immutable. */
public sealed interface MergeAnswer {

  /** Returns the session, where there is one. */
  default Optional<Session> session() {
    return Optional.empty();
  }

  /** Returns the answer in words. */
  String why();

  /**
   * The traces are of one process, and nothing is missing between them.
   *
   * @param merged the session with the facts of all; its times count from the earliest beginning
   */
  record Merged(Session merged) implements MergeAnswer {

    @Override
    public Optional<Session> session() {
      return Optional.of(merged);
    }

    @Override
    public String why() {
      return "the traces are of one process, without a gap";
    }
  }

  /**
   * The traces cannot be one session.
   *
   * @param reason the kind of reason
   * @param detail what does not fit, as text
   */
  record Refused(Reason reason, String detail) implements MergeAnswer {

    @Override
    public String why() {
      return detail;
    }
  }

  /** The reasons why traces cannot be one session. */
  enum Reason {
    /** A {@code .nettrace} file does not say which process it is of. */
    PROCESS_UNKNOWN,
    /** They are of several processes: an ID of one means nothing, or something else, in another. */
    OTHER_PROCESS,
    /** Between two of them nothing was recorded: what was unloaded meanwhile is not known. */
    GAP,
    /** They contradict each other, as traces of two processes with one process ID do. */
    CONTRADICTION
  }
}
