// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-11-25T22:00:00Z");

  private static Optional<Duration> after(String text) {
    return HttpBackEnd.after(text, NOW);
  }

  @Test
  void secondsAndDates_areTimes() {
    assertEquals(Optional.of(Duration.ofMinutes(5)), after("300"));
    assertEquals(Optional.of(Duration.ofSeconds(90)), after("Wed, 25 Nov 2026 22:01:30 GMT"));
    assertEquals(Optional.of(Duration.ZERO), after("Wed, 25 Nov 2026 21:00:00 GMT"));
    assertEquals(Optional.of(Duration.ofDays(1)), after("Sat, 25 Nov 2028 22:00:00 GMT"));
  }

  @Test
  void otherTexts_areNone() {
    for (String text : new String[] {"", "-1", "1.5", "999999999999", "tomorrow", "Wed, 25 Nov"}) {
      assertEquals(Optional.empty(), after(text), text);
    }
  }
}
