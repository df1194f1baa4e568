// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.SenderRefusal;
import io.grpc.StatusRuntimeException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Messages that are sent again, and for how long. {@code RetryWitnessTest} waits longer for more of
 * them.
 */
class RetryTest extends Retries {

  @Test
  void backEnd_thatIsAwayAndBack_getsEverythingOnce_inTheOrderOfEachSender() throws Exception {
    awayAndBack(4);
  }

  @Test
  void backEnd_thatStaysAway_letsTheSenderKnow() throws Exception {
    OtlpProxy proxy = opened(proxies.retry(Duration.ofMinutes(1), Duration.ofMillis(300)).start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    CompletableFuture<byte[]> first = grpc.send(Profiles.small("1"));
    CompletableFuture<byte[]> second = grpc.send(Profiles.small("2"));
    for (CompletableFuture<byte[]> call : List.of(first, second)) {
      StatusRuntimeException problem = failure(call);
      assertEquals(io.grpc.Status.Code.UNAVAILABLE, problem.getStatus().getCode());
      assertTrue(retryDelay(problem).compareTo(Duration.ofSeconds(1)) >= 0);
    }
    HttpResponse<byte[]> response =
        new HttpSender(proxy.httpAddress()).send(Profiles.small("3"), Map.of());
    assertEquals(503, response.statusCode());
    assertTrue(response.headers().firstValue("Retry-After").isPresent());
  }

  @Test
  void deadlineOfTheSender_isAnsweredBeforeItPasses() throws Exception {
    deadline(3);
  }

  @Test
  void timeThatTheBackEndAsksFor_isWaited() throws Exception {
    timeIsWaited(Duration.ofMillis(300), List.of(opened(StandIn.grpc())));
  }

  @Test
  void timeThatTheBackEndAsksFor_isThatOfItsSenders() throws Exception {
    StandIn byHttp = opened(StandIn.http());
    byHttp.answers(message -> new StandIn.Answer(0, 503, new byte[0], 300));
    StandIn byGrpc = opened(StandIn.grpc());
    SenderRefusal away = SenderRefusal.until(Reason.AWAY, "away", Duration.ofMinutes(5));
    byGrpc.answers(message -> new StandIn.Answer(14, 503, away.toStatus(), 0));
    for (StandIn backEnd : List.of(byHttp, byGrpc)) {
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      StatusRuntimeException problem = failure(grpc.send(Profiles.small("1")));
      assertTrue(retryDelay(problem).toSeconds() >= 300, retryDelay(problem)::toString);
      HttpResponse<byte[]> answer =
          new HttpSender(proxy.httpAddress()).send(Profiles.small("2"), Map.of());
      assertEquals(503, answer.statusCode());
      long seconds = Long.parseLong(answer.headers().firstValue("Retry-After").orElseThrow());
      assertTrue(seconds >= 300 && seconds <= 376, () -> seconds + " s");
    }
  }
}
