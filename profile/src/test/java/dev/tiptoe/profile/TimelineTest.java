// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TimelineTest {

  private static Profile profileOf(long... times) {
    Profile.Builder profile = new Profile.Builder();
    int row = profile.row(profile.thread(new ProfileThread(1, 1, "main")), StackTree.NONE);
    for (long at : times) {
      profile.add(at, row, 1, 0);
    }
    return profile.build();
  }

  @Test
  void profile_beginsAndEndsWithItsFirstAndLastSample_evenBeforeTheBeginning() {
    assertEquals(-9, profileOf(-7, -9, -8).from());
    assertEquals(-7, profileOf(-7, -9, -8).to());
    assertEquals(3, profileOf(3).to());
    assertEquals(0, profileOf().from());
    assertEquals(0, profileOf().to());
  }

  @Test
  void times_thatLieCenturiesAway_areAsFarAsTheyCanBeSubtracted() {
    Profile profile = profileOf(Long.MIN_VALUE, 0, Long.MAX_VALUE);
    assertEquals(-(1L << 61), profile.from());
    assertEquals(1L << 61, profile.to());
    assertEquals(1L << 62, profile.to() - profile.from());
    assertEquals(-(1L << 61), profile.timeline().time(0));
    assertEquals(1L << 61, profile.timeline().time(2));
  }

  @Test
  void cells_ofFewSamples_haveTheirExactTimes() {
    Timeline.Builder builder = new Timeline.Builder(100);
    builder.add(12_345, 0, 1, 7);
    builder.add(12_346, 0, 2, 8);
    Timeline timeline = builder.build();
    assertEquals(2, timeline.size());
    assertEquals(1, timeline.slotNanos());
    assertEquals(12_345, timeline.time(0));
    assertEquals(8, timeline.nanos(1));
  }

  @Test
  void cells_ofMoreSamplesThanThereIsRoom_areJoinedAndKeepTheWeights() {
    Timeline.Builder builder = new Timeline.Builder(100);
    for (int i = 0; i < 100_000; i++) {
      builder.add(i * 10L, i % 5, 1, 3);
    }
    Timeline timeline = builder.build();
    assertTrue(timeline.size() <= 100, () -> timeline.size() + " cells");
    long count = 0;
    long nanos = 0;
    long last = -1;
    for (int cell = 0; cell < timeline.size(); cell++) {
      count += timeline.count(cell);
      nanos += timeline.nanos(cell);
      assertTrue(timeline.time(cell) >= last);
      last = timeline.time(cell);
    }
    assertEquals(100_000, count);
    assertEquals(300_000, nanos);
  }

  @Test
  void rows_moreThanCells_haveOneCellEach() {
    Timeline.Builder builder = new Timeline.Builder(100);
    for (int row = 0; row < 1000; row++) {
      builder.add(row, row, 1, 1);
    }
    assertEquals(1000, builder.build().size());
  }
}
