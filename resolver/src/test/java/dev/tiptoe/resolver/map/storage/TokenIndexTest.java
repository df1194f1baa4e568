// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From rids to rows and IDs, on the first page, behind it, and on none. */
final class TokenIndexTest {

  private static final long ID = 0x7f20_0000_1230L;

  /** On either side of where pages meet, and the largest. */
  private static final List<Integer> RIDS = List.of(1, 4_095, 4_096, 4_097, 12_288, 0xff_ffff);

  private final TokenIndex index = new TokenIndex(new TokenRoom());

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

  /** A trace can be crafted to fill the memory: each rid alone, at the end of a page. */
  @Test
  void ridsAsFarApartAsCanBe_areFoundAndTakeMemoryInTheirNumber() {
    TokenRoom room = new TokenRoom();
    List<TokenIndex> modules = new ArrayList<>();
    for (int module = 1; module <= 20_000; module++) {
      TokenIndex far = new TokenIndex(room);
      far.publish(0xff_ffff, module, ID + 8L * module);
      modules.add(far);
    }
    assertFalse(room.take(1 << 20), "room is left for more of them");
    for (int module = 1; module <= modules.size(); module++) {
      TokenIndex far = modules.get(module - 1);
      assertEquals(module, far.newest(0xff_ffff));
      assertEquals(ID + 8L * module, far.only(0xff_ffff));
      far.ended(0xff_ffff, module);
      assertEquals(0, far.only(0xff_ffff));
      far.publish(0xff_ffff, 7, ID);
      far.publish(3, 8, ID + 8);
      assertEquals(7, far.newest(0xff_ffff));
      assertEquals(ID + 8, far.only(3));
      List<Integer> rows = new ArrayList<>();
      far.forEachNewest(rows::add);
      assertEquals(List.of(8, 7), rows);
    }
  }
}
