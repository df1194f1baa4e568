// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From rids to rows and IDs, on the first page, behind it, and on none. */
final class TokenIndexTest {

  private static final long ID = 0x7f20_0000_1230L;

  /** On either side of where pages meet, and the largest. */
  private static final List<Integer> RIDS = List.of(1, 4_095, 4_096, 4_097, 12_288, 0xff_ffff);

  private final TokenIndex index = new TokenIndex();

  @Test
  void rids_onAnyPage_areFoundWithTheirIDs() {
    for (int rid : RIDS) {
      index.publish(rid, rid + 1, ID + 8L * rid);
    }
    for (int rid : RIDS) {
      assertEquals(rid + 1, index.newest(rid));
      assertEquals(ID + 8L * rid, index.only(rid));
    }
    for (int rid : List.of(0, 2, 4_094, 4_098, 8_192, 0xff_fffe)) {
      assertEquals(Pages.NONE, index.newest(rid));
      assertEquals(0, index.only(rid));
    }
    List<Integer> rows = new ArrayList<>();
    index.forEachNewest(rows::add);
    assertEquals(RIDS.stream().map(rid -> rid + 1).toList(), rows);
  }

  @Test
  void highestRid_beforeAnyOther_leavesTheFirstPageEmpty() {
    index.publish(0xff_ffff, 1, ID);
    index.publish(1, 2, ID + 8);
    assertEquals(ID, index.only(0xff_ffff));
    assertEquals(ID + 8, index.only(1));
  }

  @Test
  void rid_withASecondRow_hasNoOnlyID() {
    for (int rid : RIDS) {
      index.publish(rid, 1, ID);
      index.publish(rid, 2, ID + 8);
      assertEquals(0, index.only(rid));
      assertEquals(2, index.newest(rid));
    }
  }

  @Test
  void rid_whoseRowEnded_hasNoOnlyID() {
    for (int rid : RIDS) {
      index.publish(rid, 1, ID);
      index.ended(rid, 1);
      assertEquals(0, index.only(rid));
      assertEquals(1, index.newest(rid));
    }
  }

  @Test
  void id_farFromTheFirst_isLeftToItsRow() {
    index.publish(1, 1, ID);
    index.publish(2, 2, ID + (1L << 32));
    assertEquals(0, index.only(2));
    assertEquals(2, index.newest(2));
  }
}
