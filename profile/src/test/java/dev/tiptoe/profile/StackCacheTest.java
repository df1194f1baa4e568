// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackCacheTest {

  private record Stack(int frame) {}

  private static final class Numbered extends StackCache.Known {
    final int number;

    Numbered(Object stack, int number) {
      super(stack);
      this.number = number;
    }
  }

  private final StackCache<Numbered> cache = new StackCache<>();

  @Test
  void stacks_inUse_areKnownByTheirIdentity() {
    List<Stack> stacks = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      Stack stack = new Stack(i % 10);
      stacks.add(stack);
      cache.put(stack, new Numbered(stack, i));
    }
    int missing = 0;
    for (int i = 0; i < stacks.size(); i++) {
      Numbered known = cache.of(stacks.get(i));
      missing += known == null ? 1 : 0;
      assertTrue(known == null || known.number == i);
    }
    int lost = missing; // a few may have lost their places to others
    assertTrue(lost < 500, () -> lost + " are missing");
    assertNull(cache.of(new Stack(0)));
  }

  @Test
  void stack_outOfUse_isNotRetained() throws InterruptedException {
    Object kept = new Object();
    cache.put(kept, new Numbered(kept, 1));
    ReferenceQueue<Object> collected = new ReferenceQueue<>();
    WeakReference<Object> dropped = putAndDrop(collected);
    System.gc();
    assertSame(dropped, collected.remove(10_000));
    Numbered known = cache.of(kept);
    assertTrue(known != null && known.number == 1);
  }

  private WeakReference<Object> putAndDrop(ReferenceQueue<Object> collected) {
    Object stack = new Object();
    Numbered known = new Numbered(stack, 2);
    cache.put(stack, known);
    assertSame(known, cache.of(stack));
    return new WeakReference<>(stack, collected);
  }
}
