// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Hresult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ComEnumerationTest {

  private static final ComInterface ITEM =
      ComInterface.UNKNOWN.extendedBy("IItem", "11111111-2222-3333-4444-888888888888", "Do(p)");

  private final List<Throwable> faults = new ArrayList<>();
  private final ComObject item =
      new ComObject(
          List.of(new ComImplementation(ITEM, Map.of("Do", arguments -> Hresult.E_FAIL))),
          faults::add);
  private int given;

  @AfterEach
  void item_hasItsReferencesBack() {
    assertEquals(1, item.references());
    item.close();
    assertEquals(List.of(), faults);
  }

  /** An enumerator whose {@code Next} does that. */
  private ComObject enumerator(ComBody next) {
    ComBody nothing = arguments -> Hresult.E_FAIL;
    return new ComObject(
        List.of(
            new ComImplementation(
                ComEnumeration.INTERFACE,
                Map.of("Next", next, "Skip", nothing, "Reset", nothing, "Clone", nothing))),
        faults::add);
  }

  /** Gives the item that many times. */
  private ComBody times(int count) {
    return arguments -> {
      if (given == count) {
        return Hresult.S_FALSE;
      }
      given++;
      try (ComReference reference = item.reference(ITEM)) {
        reference.call("AddRef");
        ((Pointer) arguments[1]).setPointer(0, new Pointer(reference.address()));
      }
      return Hresult.S_OK;
    };
  }

  private static int count(ComObject enumerator, int limit) {
    try (ComObject object = enumerator;
        ComReference reference = object.reference(ComEnumeration.INTERFACE)) {
      ComEnumeration all = new ComEnumeration(reference, limit);
      int count = 0;
      for (var next = all.next(); next.isPresent(); next = all.next()) {
        next.get().close();
        count++;
      }
      assertTrue(all.next().isEmpty(), "it has ended");
      return count;
    }
  }

  @Test
  void objects_areGivenOneByOne_upToTheLimit() {
    assertEquals(3, count(enumerator(times(3)), 3));
    assertEquals(0, count(enumerator(arguments -> Hresult.S_FALSE), 0));
  }

  @Test
  void objects_beyondTheLimit_areAFailureAndReleased() {
    ComObject four = enumerator(times(4));
    ComException failure = assertThrows(ComException.class, () -> count(four, 3));
    assertEquals(
        "IEnumUnknown::Next does not end: E_UNEXPECTED (0x8000ffff)", failure.getMessage());
    assertEquals(4, given);
  }

  @Test
  void object_thatIsNone_isAFailure() {
    ComObject liar = enumerator(arguments -> Hresult.S_OK);
    ComException failure = assertThrows(ComException.class, () -> count(liar, 3));
    assertEquals(
        "IEnumUnknown::Next gave no IUnknown: E_POINTER (0x80004003)", failure.getMessage());
  }

  @Test
  void failure_isOne() {
    ComObject broken = enumerator(arguments -> Hresult.E_FAIL);
    ComException failure = assertThrows(ComException.class, () -> count(broken, 3));
    assertEquals("IEnumUnknown::Next: E_FAIL (0x80004005)", failure.getMessage());
  }
}
