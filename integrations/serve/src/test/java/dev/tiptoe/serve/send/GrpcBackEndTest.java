// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the statuses of gRPC mean for the message. */
class GrpcBackEndTest {

  private static final String RESET = "RST_STREAM closed stream. HTTP/2 error code: INTERNAL_ERROR";

  @Test
  void callThatTheBackEndReset_isMadeAgain() {
    Status reset = Status.INTERNAL.withDescription(RESET);
    assertEquals(
        new Outcome.Again("INTERNAL: " + RESET, Optional.empty()),
        GrpcBackEnd.outcome(reset, new Metadata()));
  }

  @Test
  void answerOfTheBackEnd_thatItFailed_isFinal() {
    Status failed = Status.INTERNAL.withDescription("null");
    assertEquals(
        new Outcome.Refused(13, 500, "INTERNAL: null"),
        GrpcBackEnd.outcome(failed, new Metadata()));
  }
}
