// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.com.Hresult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Java objects called through native vtables: what goes out through one half comes back in. */
class ComObjectTest {

  private static final ComInterface ADDER =
      ComInterface.UNKNOWN.extendedBy(
          "IAdder", "11111111-2222-3333-4444-555555555555", "Add(iip) Widen(ilp)");
  private static final ComInterface COUNTER =
      ADDER.extendedBy(
          "ICountingAdder",
          "11111111-2222-3333-4444-666666666666",
          "Count():number Reset():void Fail(p)");
  private static final ComInterface OTHER =
      ComInterface.UNKNOWN.extendedBy("IOther", "99999999-2222-3333-4444-555555555555", "Do(p)");

  private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
  private int calls;

  private ComObject object() {
    Map<String, ComBody> bodies =
        Map.of(
            "Add", this::add,
            "Widen", this::widen,
            "Count", arguments -> calls,
            "Reset", arguments -> calls = 0,
            "Fail",
                arguments -> {
                  throw new IllegalStateException("as asked");
                });
    return new ComObject(
        List.of(
            new ComImplementation(COUNTER, bodies),
            new ComImplementation(OTHER, Map.of("Do", arguments -> Hresult.S_FALSE))),
        faults::add);
  }

  private int add(Object[] arguments) {
    calls++;
    if (!(arguments[2] instanceof Pointer sum)) {
      return Hresult.E_POINTER;
    }
    sum.setInt(0, (Integer) arguments[0] + (Integer) arguments[1]);
    return Hresult.S_OK;
  }

  private int widen(Object[] arguments) {
    ((Pointer) arguments[2]).setLong(0, (Integer) arguments[0] + (Long) arguments[1]);
    return Hresult.S_OK;
  }

  @Test
  void call_goesToTheJavaObject_andBack() {
    try (ComObject object = object();
        ComReference adder = object.reference(COUNTER);
        Memory sum = new Memory(8)) {
      assertEquals(Hresult.S_OK, adder.call("Add", 40, 2, sum));
      assertEquals(42, sum.getInt(0));
      assertEquals(Hresult.S_OK, adder.call("Widen", -1, 1L << 40, sum));
      assertEquals((1L << 40) - 1, sum.getLong(0));
      assertEquals(1, adder.call("Count"));
      assertEquals(0, adder.call("Reset"));
      assertEquals(0, adder.call("Count"));
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void arrays_areLentForTheTimeOfACall() {
    try (ComObject object = object();
        ComReference adder = object.reference(ADDER)) {
      int[] sum = new int[1];
      assertEquals(Hresult.S_OK, adder.call("Add", 1, 2, sum));
      assertArrayEquals(new int[] {3}, sum);
    }
  }

  @Test
  void failure_becomesAnExceptionThatNamesTheMethodAndTheCode() {
    try (ComObject object = object();
        ComReference adder = object.reference(ADDER)) {
      ComException failure = assertThrows(ComException.class, () -> adder.call("Add", 1, 2, null));
      assertEquals("IAdder::Add: E_POINTER (0x80004003)", failure.getMessage());
      assertEquals(Hresult.E_POINTER, failure.hresult());
      assertEquals(Hresult.E_POINTER, adder.function("Add").ask(1, 2, null));
    }
  }

  @Test
  void success_ofAnotherKind_isNoException() {
    try (ComObject object = object();
        ComReference other = object.reference(OTHER)) {
      assertEquals(Hresult.S_FALSE, other.call("Do", (Object) null));
    }
  }

  @Test
  void exceptionOfABody_becomesAFailure_andIsReported() {
    try (ComObject object = object();
        ComReference counter = object.reference(COUNTER)) {
      assertEquals(Hresult.E_FAIL, counter.function("Fail").ask((Object) null));
      assertEquals(
          List.of("java.lang.IllegalStateException: as asked"),
          faults.stream().map(Throwable::toString).toList());
    }
  }

  @Test
  void exceptionOfTheReporter_doesNotPropagateEither() {
    Map<String, ComBody> bodies =
        Map.of(
            "Do",
            arguments -> {
              throw new StackOverflowError();
            });
    try (ComObject object =
            new ComObject(
                List.of(new ComImplementation(OTHER, bodies)),
                fault -> {
                  throw new IllegalStateException(fault);
                });
        ComReference other = object.reference(OTHER)) {
      assertEquals(Hresult.E_FAIL, other.function("Do").ask((Object) null));
    }
  }

  @Test
  void queryInterface_knowsEveryInterface_itsBases_andNoOther() {
    ComInterface unknown =
        ComInterface.UNKNOWN.extendedBy("INone", "0badf00d-2222-3333-4444-555555555555", "No(p)");
    try (ComObject object = object();
        ComReference first = object.reference(ComInterface.UNKNOWN);
        ComReference counter = first.query(COUNTER);
        ComReference adder = counter.query(ADDER);
        ComReference other = adder.query(OTHER);
        ComReference again = other.query(ComInterface.UNKNOWN)) {
      assertEquals(first.address(), again.address(), "an object has one IUnknown");
      assertEquals(counter.address(), adder.address());
      assertTrue(other.address() != adder.address());
      ComException none = assertThrows(ComException.class, () -> other.query(unknown));
      assertEquals(Hresult.E_NOINTERFACE, none.hresult());
      assertEquals(6, object.references());
    }
  }

  @Test
  void queryInterface_withoutAPlaceForTheAnswer_fails() {
    try (ComObject object = object();
        ComReference first = object.reference(ComInterface.UNKNOWN)) {
      byte[] iid = Guid.bytes(ADDER.iid());
      assertEquals(Hresult.E_POINTER, first.function("QueryInterface").ask(iid, null));
      assertEquals(Hresult.E_POINTER, first.function("QueryInterface").ask(null, new byte[8]));
      assertEquals(2, object.references());
    }
  }

  @Test
  void queryInterface_thatFails_leavesANullPointer() {
    try (ComObject object = object();
        ComReference first = object.reference(ComInterface.UNKNOWN);
        Memory out = new Memory(8)) {
      out.setLong(0, -1);
      assertEquals(Hresult.E_NOINTERFACE, first.function("QueryInterface").ask(new byte[16], out));
      assertEquals(0, out.getLong(0));
    }
  }

  @Test
  void references_areCounted_asComCountsThem() {
    ComObject object = object();
    ComReference reference = object.reference(ADDER);
    assertEquals(2, object.references());
    assertEquals(3, reference.call("AddRef"));
    assertEquals(2, reference.call("Release"));
    reference.close();
    reference.close();
    assertEquals(1, object.references());
    object.close();
    object.close();
    assertEquals(0, object.references());
    assertThrows(IllegalStateException.class, () -> object.reference(ADDER));
  }

  @Test
  void object_livesAsLongAsNativeCodeHasAReference() {
    ComObject object = object();
    ComReference last = object.reference(ADDER);
    object.close();
    int[] sum = new int[1];
    last.call("Add", 3, 4, sum);
    assertArrayEquals(new int[] {7}, sum);
    last.close();
    assertEquals(0, object.references());
  }

  @Test
  void object_withoutReferences_answersNoMore() {
    ComObject object = object();
    ComReference stale = object.reference(COUNTER);
    stale.call("Release");
    object.close();
    assertEquals(0, object.references());
    assertEquals(Hresult.CO_E_OBJNOTCONNECTED, stale.function("Add").ask(1, 2, new int[1]));
    assertEquals(0, stale.call("AddRef"));
    assertEquals(0, object.references());
  }

  @Test
  void reference_closed_isNotCalled() {
    try (ComObject object = object()) {
      ComReference reference = object.reference(ADDER);
      ComFunction add = reference.function("Add");
      reference.close();
      assertThrows(IllegalStateException.class, () -> add.call(1, 2, new int[1]));
      assertEquals(0, calls);
    }
  }

  @Test
  void references_ofManyThreads_areAllCounted() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (ComObject object = object();
        ComReference shared = object.reference(ADDER)) {
      List<Future<?>> work = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        work.add(threads.submit(() -> countUpAndDown(shared)));
      }
      for (Future<?> each : work) {
        each.get(60, TimeUnit.SECONDS);
      }
      assertEquals(2, object.references());
    } finally {
      threads.shutdownNow();
    }
    assertEquals(List.of(), faults);
  }

  private static void countUpAndDown(ComReference shared) {
    for (int i = 0; i < 2_000; i++) {
      shared.call("AddRef");
      try (ComReference other = shared.query(OTHER)) {
        other.call("Do", (Object) null);
      }
      shared.call("Release");
    }
  }

  @Test
  void implementation_incompleteOrSurplusOrShapeless_isRefused() {
    ComInterface shapeless =
        ComInterface.UNKNOWN.extendedBy("IS", "99999999-0000-3333-4444-555555555555", "Do");
    ComBody body = arguments -> 0;
    for (ComImplementationArguments each :
        Arrays.asList(
            new ComImplementationArguments(ADDER, Map.of("Add", body)),
            new ComImplementationArguments(OTHER, Map.of("Do", body, "Dont", body)),
            new ComImplementationArguments(shapeless, Map.of("Do", body)))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new ComImplementation(each.type(), each.bodies()),
          each.type().toString());
    }
  }

  private record ComImplementationArguments(ComInterface type, Map<String, ComBody> bodies) {}
}
