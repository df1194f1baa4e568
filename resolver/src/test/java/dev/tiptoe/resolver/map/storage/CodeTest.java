// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.dynamic;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.feed.NativeCode.Range;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.CodeLocation.NoCode;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IlPosition.At;
import dev.tiptoe.resolver.map.IlPosition.Nowhere;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From native addresses to methods and IL, and from methods to their code. */
final class CodeTest {

  private static final List<IlMapping> MAP =
      List.of(
          new IlMapping(IlMapping.EPILOG, 0x60, 0x70),
          new IlMapping(IlMapping.PROLOG, 0, 0x10),
          new IlMapping(0, 0x10, 0x20),
          new IlMapping(7, 0x20, 0x60));

  private final RuntimeIdMap map = new StoredMap();

  @BeforeEach
  void meetMethods() {
    for (int i = 1; i <= 3; i++) {
      map.functionSeen(
          i, method(i), declared(Shapes.NO_CLASS, module(9), i), FunctionSource.JITTED);
    }
  }

  @Test
  void address_inCodeInTwoPieces_isCountedThroughBoth() {
    Range hot = new Range(0x1000, 0x40);
    Range cold = new Range(0x9000, 0x40);
    map.codeSeen(10, method(1), new NativeCode(0, List.of(hot, cold), MAP));
    assertEquals(new At(7), inCode(0x1020).il());
    assertEquals(0x40, inCode(0x9000).nativeOffset());
    assertEquals(new At(7), inCode(0x901f).il());
    assertEquals(Nowhere.EPILOG, inCode(0x9020).il());
    assertEquals(Nowhere.NOT_REPORTED, inCode(0x9030).il());
    assertEquals(Nowhere.PROLOG, inCode(0x1000).il());
    assertEquals(cold, inCode(0x903f).range());
    assertEquals(List.of(hot, cold), map.now().codeOf(method(1)));
  }

  @Test
  void address_directlyBehindOrBeforeCode_isInNone() {
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x40));
    assertInstanceOf(NoCode.class, map.now().codeAt(0x0fff));
    assertInstanceOf(NoCode.class, map.now().codeAt(0x1040));
    assertEquals(method(1), map.now().functionAt(0x103f));
    assertEquals(method(0), map.now().functionAt(0x1040));
    assertEquals(
        "no method that is known to live has code at 0x1040", map.now().codeAt(0x1040).why());
  }

  @Test
  void method_compiledAgain_hasBothCodesAndReportsWhich() {
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x40));
    map.codeSeen(20, method(1), NativeCode.at(0x2000, 0x20));
    map.codeSeen(30, method(1), new NativeCode(5, List.of(new Range(0x3000, 0x10)), List.of()));
    assertEquals(0, inCode(0x1001).rejit());
    assertEquals(5, inCode(0x3001).rejit());
    assertEquals(20, inCode(0x2001).since());
    assertEquals(3, map.now().codeOf(method(1)).size());
    assertEquals(1, map.at(19).codeOf(method(1)).size());
    assertInstanceOf(NoCode.class, map.at(19).codeAt(0x2001));
  }

  @Test
  void code_fedAgainWithItsIlMap_isOneCodeWithTheMap() {
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x80));
    assertEquals(Nowhere.NOT_REPORTED, inCode(0x1010).il());
    map.codeSeen(20, method(1), new NativeCode(0, List.of(new Range(0x1000, 0x80)), MAP));
    assertEquals(new At(0), inCode(0x1010).il());
    assertEquals(10, inCode(0x1010).since());
    assertEquals(1, map.now().codeOf(method(1)).size());
    assertEquals(0, map.statistics().conflicts());
  }

  @Test
  void code_whereOtherCodeLives_isAConflictAndChangesNothing() {
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x40));
    map.codeSeen(20, method(2), NativeCode.at(0x103f, 0x40));
    assertEquals(1, map.statistics().conflicts());
    assertEquals(method(1), map.now().functionAt(0x103f));
    assertEquals(method(0), map.now().functionAt(0x1040));
  }

  @Test
  void memory_usedAgain_answersEachTimeWithItsOwnMethod() {
    map.functionSeen(4, method(0x51), dynamic(module(9), "one"), FunctionSource.JITTED);
    map.codeSeen(10, method(0x51), NativeCode.at(0x1000, 0x100));
    map.unloadStarted(20, method(0x51));
    map.codeSeen(30, method(2), NativeCode.at(0x1080, 0x10));
    map.codeSeen(40, method(3), NativeCode.at(0x10f0, 0x100));
    assertEquals(method(0x51), map.at(15).functionAt(0x1085));
    assertEquals(method(0x51), map.at(15).functionAt(0x1020));
    assertEquals(method(0), map.at(25).functionAt(0x1085));
    assertEquals(method(2), map.at(35).functionAt(0x1085));
    assertEquals(method(0), map.now().functionAt(0x1020));
    assertEquals(method(3), map.now().functionAt(0x10ff));
  }

  @Test
  void code_fedAfterItsSamples_countsThemAsExecutions() {
    map.addressSampled(15, sample(0x1010, 0x2001));
    map.addressSampled(25, sample(0x1010, 0x2001));
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x40));
    map.codeSeen(20, method(2), NativeCode.at(0x2000, 0x40));
    map.codeSeen(10, method(3), NativeCode.at(0x3000, 0x40));
    assertEquals(15, executedSince(1));
    assertEquals(25, executedSince(2));
    assertEquals(Interval.OPEN, executedSince(3));
  }

  @Test
  void code_fedAfterItsSamples_countsThoseOfItsOwnTimeOnly() {
    map.functionSeen(4, method(0x51), dynamic(module(9), "one"), FunctionSource.JITTED);
    map.unloadStarted(20, method(0x51));
    map.addressSampled(25, sample(0x1010, 0x1011));
    map.codeSeen(10, method(0x51), NativeCode.at(0x1000, 0x100));
    assertEquals(
        List.of(),
        map.at(15).meaningOf(method(0x51)).valid().orElseThrow().evidence().stream()
            .filter(each -> each.isObservedAs(EvidenceKind.EXECUTING))
            .toList());
  }

  @Test
  void samples_beforeCodeThatWaitsForItsMethod_countAsExecutions() {
    map.addressSampled(15, sample(0x1010, 0x2001));
    map.codeSeen(10, method(0x77), NativeCode.at(0x1000, 0x40));
    map.functionSeen(
        9, method(0x77), declared(Shapes.NO_CLASS, module(9), 7), FunctionSource.JITTED);
    assertEquals(15, executedSince(0x77));
  }

  @Test
  void samples_ofMoreAddressesThanAreKept_countForCodeThatIsReportedSoon() {
    for (int i = 0; i < 100_000; i++) {
      map.addressSampled(15, sample(0x7000_0000_0000L + i, 0x2001));
    }
    map.addressSampled(16, sample(0x1010, 0x2001));
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0x40));
    assertEquals(16, executedSince(1));
  }

  private long executedSince(int method) {
    return map.now().meaningOf(method(method)).valid().orElseThrow().evidence().stream()
        .filter(each -> each.isObservedAs(EvidenceKind.EXECUTING))
        .mapToLong(each -> ((Evidence.Observed) each).since())
        .findFirst()
        .orElse(Interval.OPEN);
  }

  private static AddressSample sample(long leaf, long caller) {
    return new AddressSample(
        7,
        AddressStack.of(new long[] {caller}, AddressStack.End.THREAD_BASE, false, 0),
        leaf,
        AddressSample.Engine.PERF,
        AddressSample.Clock.PROCESSOR,
        1_000_000);
  }

  @Test
  void code_thatMakesNoSense_isPassedOver() {
    map.codeSeen(10, method(1), NativeCode.at(0x1000, 0));
    map.codeSeen(10, method(1), NativeCode.at(-0x1000, 0x10));
    map.codeSeen(10, method(1), NativeCode.at(Long.MAX_VALUE - 1, 0x10));
    map.codeSeen(10, method(1), new NativeCode(0, List.of(), List.of()));
    Range range = new Range(0x1000, 0x10);
    map.codeSeen(10, method(1), new NativeCode(0, List.of(range, range), List.of()));
    assertEquals(5, map.statistics().passedOver());
    map.codeSeen(10, method(0x77), NativeCode.at(0x1000, 0x10));
    assertEquals(1, map.statistics().orphans());
  }

  private InCode inCode(long address) {
    return assertInstanceOf(InCode.class, map.now().codeAt(address));
  }
}
