// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts on their way from their records to a feed. */
final class FactQueueTest {

  private final FactQueue queue = new FactQueue();
  private final List<String> log = new ArrayList<>();

  private final class Logged implements Fact {
    @Override
    public void announce(RuntimeFeed feed) {
      log.add("announced");
    }

    @Override
    public void tell(long at, RuntimeFeed feed, Ledger ledger) {
      log.add("told " + at);
    }
  }

  @Test
  void facts_areAnnouncedTogether_andToldInOrder() {
    queue.add(1, new Logged(), 32);
    queue.add(2, new Logged(), 32);
    tellAll();
    assertEquals(List.of("announced", "announced", "told 1", "told 2"), log);
  }

  @Test
  void facts_behindOneThatTheFeedRefuses_waitForTheNextTime() {
    queue.add(1, this::refuse, 32);
    queue.add(2, new Logged(), 32);
    assertThrows(IllegalStateException.class, this::tellAll);
    log.clear();
    tellAll();
    assertEquals(List.of("announced", "told 2"), log);
  }

  /** Else a hostile trace could have many long records decoded at once. */
  @Test
  void oneLongRecord_isEnoughToFillTheQueue() {
    queue.add(1, new Logged(), 32);
    assertFalse(queue.isFull());
    queue.add(2, new Logged(), RecordLayout.LONGEST_RECORD);
    assertTrue(queue.isFull());
    tellAll();
    assertFalse(queue.isFull());
  }

  private void refuse(long at, RuntimeFeed feed, Ledger ledger) {
    throw new IllegalStateException("refused");
  }

  private void tellAll() {
    queue.tellAll(new RuntimeFeed() {}, new Ledger());
  }
}
