// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.map.EvidenceKind;
import org.junit.jupiter.api.Test;

/** Rows of one ID after the other, and rows whose beginnings lie far apart. */
final class IdTableTest {

  private static final long ID = 0x7f00_1234_5678L;

  private final IdTable table = new IdTable(id -> {});

  /** {@code MassesWitnessTest} has so many that going from one to the next would not end. */
  @Test
  void idOfManyMeanings_asOfAnyTime_isFoundInFewSteps() {
    idOfManyMeanings(1 << 17);
  }

  void idOfManyMeanings(int meanings) {
    for (int i = 0; i < meanings; i++) {
      begin(ID, 10L * i, i);
      table.end(table.live(ID), 10L * i + 5);
    }
    for (int i = 0; i < meanings; i++) {
      assertEquals(i + 1, table.validAt(ID, 10L * i));
      assertEquals(i + 1, table.begunAt(ID, 10L * i + 9));
      assertEquals(i, table.ridAt(ID, 10L * i + 4));
    }
    assertEquals(Pages.NONE, table.begunAt(ID, -1));
    assertEquals(Pages.NONE, table.validAt(ID, 5));
    assertEquals(0, table.ridAt(ID, StoredView.NOW));
  }

  @Test
  void beginnings_howeverFarApart_areExact() {
    long[] times = {
      Long.MIN_VALUE, -1, 0, 0xffff_fffeL, 0xffff_ffffL, 0x1_0000_0000L, 1L << 60, StoredView.NOW
    };
    for (int i = 0; i < 3_000; i++) {
      long time = times[i * times.length / 3_000];
      assertEquals(time, table.from(begin(1 + i, time, i)));
    }
    for (int i = 0; i < 3_000; i++) {
      assertEquals(times[i * times.length / 3_000], table.from(1 + i));
    }
  }

  @Test
  void time_laterThanNow_isNow() {
    int row = begin(ID, Long.MAX_VALUE, 7);
    assertEquals(StoredView.NOW, table.from(row));
    assertEquals(7, table.ridAt(ID, StoredView.NOW));
    table.end(row, Long.MAX_VALUE);
    assertEquals(0, table.ridAt(ID, StoredView.NOW));
    assertEquals(Pages.NONE, table.validAt(ID, StoredView.NOW));
  }

  private int begin(long id, long from, int rid) {
    int row = table.draft(id, from, EvidenceKind.ANNOUNCED, RowState.of(1, rid), 0);
    table.publish(row);
    return row;
  }
}
