// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class SenderRefusalTest {

  @Test
  void refusalForAWhile_isAStatusWithRetryInfo() throws Exception {
    SenderRefusal refusal = SenderRefusal.until(Reason.BUSY, "später", Duration.ofMillis(1234));
    Status status = Status.parseFrom(refusal.toStatus());
    assertEquals(8, status.getCode());
    assertEquals("später", status.getMessage());
    RetryInfo info = status.getDetails(0).unpack(RetryInfo.class);
    assertEquals(1, info.getRetryDelay().getSeconds());
    assertEquals(234_000_000, info.getRetryDelay().getNanos());
    assertEquals(Optional.of(2L), refusal.seconds());
  }

  @Test
  void refusalForGood_isAStatusWithoutDetails() throws Exception {
    SenderRefusal refusal = SenderRefusal.of(Reason.TOO_LARGE, "x".repeat(5000));
    Status status = Status.parseFrom(refusal.toStatus());
    assertEquals(0, status.getDetailsCount());
    assertEquals(400, status.getMessage().length());
    assertEquals(Optional.empty(), refusal.seconds());
  }

  @Test
  void delays_double_upToALimit_withARandomHalf() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    Delays delays = new Delays(random);
    long[] most = {100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000};
    for (int round = 0; round < 200; round++) {
      for (int failed = 1; failed <= most.length; failed++) {
        long millis = delays.before(failed, Optional.empty()).toMillis();
        assertTrue(millis >= most[failed - 1] / 2 && millis <= most[failed - 1], millis + " ms");
      }
      long asked = delays.before(1, Optional.of(Duration.ofSeconds(8))).toMillis();
      assertTrue(asked >= 8000 && asked <= 10_001, asked + " ms");
      long soon = delays.before(3, Optional.of(Duration.ZERO)).toMillis();
      assertTrue(soon >= 200 && soon <= 400, soon + " ms");
    }
    assertTrue(delays.before(Integer.MAX_VALUE, Optional.empty()).toMillis() <= 5000);
  }

  @Test
  void charges_neverTakeMoreThanThereIs_andGiveBackOnce() {
    Budget budget = new Budget(100);
    Charge first = new Charge(budget, new Sender());
    Charge second = new Charge(budget, new Sender());
    assertTrue(first.grow(60));
    assertTrue(!second.grow(41));
    assertTrue(second.grow(10));
    assertEquals(70, budget.used());
    assertTrue(!first.change(81));
    assertTrue(first.change(66));
    assertTrue(first.change(65));
    assertEquals(75, budget.used());
    first.release();
    first.release();
    assertEquals(10, budget.used());
    assertTrue(!first.grow(1));
    assertTrue(!first.change(0));
    second.release();
    assertEquals(0, budget.used());
  }

  @Test
  void senders_leaveAFourthPartOfWhatTheyFind() {
    Budget budget = new Budget(6400);
    long[] most = {4800, 1200, 300};
    for (long expected : most) {
      Sender sender = new Sender();
      long taken = 0;
      // Several messages of one sender count together.
      while (new Charge(budget, sender).grow(1)) {
        taken++;
      }
      assertEquals(expected, taken);
    }
  }
}
