// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.wire.ProfileBytes;
import org.junit.jupiter.api.Test;

class KeptBytesTest {

  @Test
  void tables_thatNeedMoreThanTheirPartOfTheHeap_areRefusedWithTheirSize() {
    KeptBytes kept = new KeptBytes(ProfileBytes.of(new byte[0], "some"), 3 << 20);
    kept.add(1 << 16, 48, "locations");
    ProfileFormatException refusal =
        assertThrows(ProfileFormatException.class, () -> kept.add(1, 1, "texts"));
    assertEquals(
        "1 texts: the tables of the profile need more than half of the heap of Java, of 3 MiB",
        refusal.reason());
  }

  @Test
  void tables_ofTheMostEntries_areCountedWithoutOverflow() {
    KeptBytes kept = new KeptBytes(ProfileBytes.of(new byte[0], "some"), Long.MAX_VALUE);
    for (int i = 0; i < 1000; i++) {
      kept.add(MessageLimits.LOCATIONS, 48, "locations");
    }
    KeptBytes few = new KeptBytes(ProfileBytes.of(new byte[0], "some"), 6L << 30);
    assertThrows(
        ProfileFormatException.class, () -> few.add(MessageLimits.LOCATIONS + 1L, 48, "locations"));
  }
}
