// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.serve.setting.Limits;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimesTest {

  private static final Limits LIMITS = Limits.of(1 << 20);
  private static final long NOW = Long.MAX_VALUE - 5;

  private static long seconds(long nanos) {
    return Duration.ofNanos(nanos - NOW).toSeconds();
  }

  @Test
  void attempts_begin_asLongAsTheLimitSays_orWhileHalfOfTheSendersTimeIsLeft() {
    Times endless = Times.from(NOW, LIMITS, Optional.empty());
    assertEquals(30, seconds(endless.begin()));
    assertEquals(365L * 86_400, seconds(endless.end()));
    assertEquals(endless, Times.from(NOW, LIMITS, Optional.of(Duration.ofNanos(Long.MAX_VALUE))));
    Times ten = Times.from(NOW, LIMITS, Optional.of(Duration.ofSeconds(10)));
    assertEquals(5, seconds(ten.begin()));
    assertEquals(9, seconds(ten.end()));
    Times hour = Times.from(NOW, LIMITS, Optional.of(Duration.ofHours(1)));
    assertEquals(30, seconds(hour.begin()));
    assertEquals(3240, seconds(hour.end()));
  }
}
