// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the runtime's record denies that a type had been loaded. */
class TypeLoadTest {

  private static final long MILLISECOND = 1_000_000;

  /** One thread loads the type between 0 and 1 ms. It is announced after half of that. */
  private static final TypeLoad ANNOUNCING = load(2, 7, 0, MILLISECOND);

  private static final long ANNOUNCED = MILLISECOND / 2;

  @Test
  void load_byAnotherThreadThatMayHaveLookedBefore_deniesNothing() {
    assertFalse(denied(load(2, 8, ANNOUNCED + 1000, 2 * MILLISECOND)));
    assertFalse(denied(load(2, 8, 3 * MILLISECOND, 4 * MILLISECOND)));
  }

  @Test
  void load_byAnotherThreadMuchLater_denies() {
    assertTrue(denied(load(2, 8, 30 * MILLISECOND, 31 * MILLISECOND)));
  }

  @Test
  void load_byTheThreadThatAnnounced_denies() {
    assertTrue(denied(load(2, 7, ANNOUNCED + 1000, ANNOUNCED + 2000)));
  }

  @Test
  void load_toAHigherLevel_deniesNothing() {
    assertFalse(denied(load(3, 7, ANNOUNCED + 1000, ANNOUNCED + 2000)));
    assertFalse(denied(load(4, 8, 30 * MILLISECOND, 31 * MILLISECOND)));
  }

  @Test
  void load_fromBefore_deniesNothing() {
    assertFalse(denied(load(1, 7, 0, ANNOUNCED)));
  }

  private static boolean denied(TypeLoad other) {
    return TypeLoad.deny(List.of(ANNOUNCING, other), Level.ANNOUNCED, ANNOUNCED);
  }

  private static TypeLoad load(int target, long thread, long began, long ended) {
    return new TypeLoad(new ClassID(0x1230), "Ship", target, thread, began, ended);
  }
}
