// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.proof.truth.typeload.Clocks.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finding the difference of two clocks in what each type says of it. */
class ClocksTest {

  private static final Window A = new Window("A", 100, 200);
  private static final Window B = new Window("B", 150, 300);
  private static final Window C = new Window("C", 120, 180);

  @Test
  void difference_isInAllWindows() {
    assertEquals(new Clocks(100, 200), Clocks.of(List.of(A)));
    assertEquals(new Clocks(150, 180), Clocks.of(List.of(A, B, C)));
  }

  /** Two threads needed the type at once; the load without effect began after the announcement. */
  @Test
  void aWindowThatBeginsJustAfter_isLeftOut() {
    Window heldUp = new Window("D", 180 + TypeLoad.HELD_UP, 400 + TypeLoad.HELD_UP);

    assertEquals(new Clocks(150, 180), Clocks.of(List.of(heldUp, A, B, C)));
  }

  @Test
  void aWindowThatBeginsLater_isOfAnotherRun() {
    Window later = new Window("D", 181 + TypeLoad.HELD_UP, 400 + TypeLoad.HELD_UP);

    assertEquals(
        "the trace and the runtime's record are not of one run: their clocks differ by 150 to 180 ns"
            + " according to most types, and by 20000181 to 20000400 ns according to D",
        refusal(A, later, B, C));
  }

  /** No load ends before what it announced. */
  @Test
  void aWindowThatEndsBefore_isOfAnotherRun() {
    assertTrue(
        refusal(A, new Window("D", 10, 119), B, C).endsWith("by 10 to 119 ns according to D"));
  }

  private static String refusal(Window... windows) {
    return String.valueOf(
        assertThrows(LaunchException.class, () -> Clocks.of(List.of(windows))).getMessage());
  }
}
