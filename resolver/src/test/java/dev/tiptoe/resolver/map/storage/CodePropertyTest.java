// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.dynamic;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Random code of dynamic methods, made and freed over memory that is used again and again. */
final class CodePropertyTest {

  private static final int MEMORY = 600;

  /** One event: code of a new method, or the end of an older one. */
  record Event(int start, int size, int freed) {}

  /** A piece of code in the plainest words. */
  private record Piece(FunctionID id, long start, long end, long from) {}

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void functionAt_afterAnyHistory_isThatOfThePlainList(@ForAll("histories") List<Event> history) {
    isThatOfThePlainList(history);
  }

  static void isThatOfThePlainList(List<Event> history) {
    RuntimeIdMap map = new StoredMap();
    List<Piece> pieces = new ArrayList<>();
    Map<FunctionID, Long> ends = new HashMap<>();
    long conflicts = 0;
    for (int i = 0; i < history.size(); i++) {
      Event event = history.get(i);
      long at = 10L * i;
      FunctionID id = method(i + 1);
      Piece piece = new Piece(id, event.start, event.start + event.size, at + 1);
      map.functionSeen(at, id, dynamic(module(1), "m" + i), FunctionSource.JITTED);
      map.codeSeen(at + 1, id, NativeCode.at(event.start, event.size));
      if (pieces.stream().anyMatch(other -> !ends.containsKey(other.id) && overlap(other, piece))) {
        conflicts++;
      } else {
        pieces.add(piece);
      }
      for (int freed = i - event.freed; freed >= 0 && freed > i - 2 * event.freed; freed--) {
        map.unloadStarted(at + 5, method(freed + 1));
        ends.putIfAbsent(method(freed + 1), at + 5);
      }
      assertEquals(
          plain(pieces, ends, event.start, StoredView.NOW),
          map.now().functionAt(event.start),
          "now");
    }
    assertEquals(conflicts, map.statistics().conflicts());
    for (long time = 0; time < 10L * history.size() + 10; time += 3) {
      for (int address = 1; address < MEMORY; address += 7) {
        assertEquals(
            plain(pieces, ends, address, time), map.at(time).functionAt(address), "at " + time);
      }
    }
  }

  private static boolean overlap(Piece one, Piece other) {
    return one.start < other.end && other.start < one.end;
  }

  private static FunctionID plain(
      List<Piece> pieces, Map<FunctionID, Long> ends, long address, long time) {
    for (Piece each : pieces) {
      if (each.start <= address
          && address < each.end
          && each.from <= time
          && time < ends.getOrDefault(each.id, Long.MAX_VALUE)) {
        return each.id;
      }
    }
    return new FunctionID(0);
  }

  /** A random history of up to 120 events. */
  static List<Event> anyHistory(Random random) {
    List<Event> events = new ArrayList<>();
    for (int count = random.nextInt(120); count > 0; count--) {
      int largest = random.nextBoolean() ? 8 : 150;
      events.add(
          new Event(
              1 + random.nextInt(MEMORY - 150), 1 + random.nextInt(largest), random.nextInt(5)));
    }
    return events;
  }

  @Provide
  static Arbitrary<List<Event>> histories() {
    Arbitrary<Integer> sizes =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 8), Arbitraries.integers().between(1, 150));
    return Combinators.combine(
            Arbitraries.integers().between(1, MEMORY - 150),
            sizes,
            Arbitraries.integers().between(0, 4))
        .as(Event::new)
        .list()
        .ofMaxSize(120);
  }
}
