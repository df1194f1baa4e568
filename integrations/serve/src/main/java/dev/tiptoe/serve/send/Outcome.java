// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import java.time.Duration;
import java.util.Optional;

/** The outcome of one attempt to send a message. */
public sealed interface Outcome {

  /** The back end has taken it. */
  final class Taken implements Outcome {
    private final byte[] response;

    Taken(byte[] response) {
      this.response = response;
    }

    /** Returns its answer, which is passed on. */
    public byte[] response() {
      return response;
    }
  }

  /**
   * It may be sent again.
   *
   * @param why for people
   * @param after the delay that the back end requests
   */
  record Again(String why, Optional<Duration> after) implements Outcome {}

  /**
   * The back end refuses it for good.
   *
   * @param code the code of gRPC
   * @param status the status of HTTP
   * @param why the reason from the back end
   */
  record Refused(int code, int status, String why) implements Outcome {}
}
