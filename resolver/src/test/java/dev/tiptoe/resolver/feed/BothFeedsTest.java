// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two feeds as one. */
final class BothFeedsTest {

  private static final CallStack STACK = CallStack.of(new long[] {9}, new long[] {10}, false);

  /** An argument of each type that facts have. */
  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.ofEntries(
          Map.entry(long.class, 7L),
          Map.entry(int.class, 8),
          Map.entry(boolean.class, true),
          Map.entry(String.class, "text"),
          Map.entry(List.class, List.of(new FunctionID(9))),
          Map.entry(Token.class, new Token(0x02000003)),
          Map.entry(Bytes.class, Bytes.of("copy", new byte[] {1, 2})),
          Map.entry(AppDomainID.class, new AppDomainID(1)),
          Map.entry(AssemblyID.class, new AssemblyID(2)),
          Map.entry(ModuleID.class, new ModuleID(3)),
          Map.entry(ClassID.class, new ClassID(4)),
          Map.entry(FunctionID.class, new FunctionID(5)),
          Map.entry(ThreadID.class, new ThreadID(6)),
          Map.entry(RuntimeID.class, new ClassID(11)),
          Map.entry(
              RuntimeInfo.class,
              new RuntimeInfo(
                  RuntimeInfo.Kind.CORE_CLR, 9, 0, 1, "9.0.1", RuntimeInfo.Start.STARTUP)),
          Map.entry(
              Coverage.class,
              new Coverage(Set.of(Coverage.Kind.CLASSES), Coverage.State.COMPLETE, "all")),
          Map.entry(LoadedModule.class, LoadedModule.ofFile("/app/App.dll")),
          Map.entry(ClassShape.class, new ClassShape.Composite()),
          Map.entry(ClassSource.class, ClassSource.PARENT),
          Map.entry(
              FunctionShape.class,
              new FunctionShape(
                  new ClassID(4), new ModuleID(3), new Token(0x06000001), List.of(), "")),
          Map.entry(FunctionSource.class, FunctionSource.PROBED),
          Map.entry(ReportedName.class, new ReportedName("T", "m", "void ()")),
          Map.entry(NativeCode.class, NativeCode.at(0x100, 0x10)),
          Map.entry(InstanceSource.class, InstanceSource.ALLOCATION),
          Map.entry(SampledStack.class, new SampledStack(new ThreadID(6), STACK, 11, 12)),
          Map.entry(CallStack.class, STACK),
          Map.entry(
              MappedImage.class,
              new MappedImage(1, 2, 3, new ModuleID(0), 0, Optional.empty(), "/lib/a.so")),
          Map.entry(KernelFunction.class, new KernelFunction(1, 2, "schedule")),
          Map.entry(
              AddressSample.class,
              new AddressSample(
                  1,
                  AddressStack.of(new long[] {2}, AddressStack.End.THREAD_BASE, false, 0),
                  3,
                  AddressSample.Engine.PERF,
                  AddressSample.Clock.PROCESSOR,
                  4)));

  @Test
  void fact_ofEachKind_reachesBothAsItIs() throws ReflectiveOperationException {
    Calls first = new Calls();
    Calls second = new Calls();
    Calls alone = new Calls();
    RuntimeFeed both = RuntimeFeed.both(first.feed(), second.feed());
    List<Method> facts = Calls.facts().toList();
    for (Method fact : facts) {
      Object[] arguments =
          Arrays.stream(fact.getParameterTypes())
              .map(type -> Objects.requireNonNull(ARGUMENTS.get(type), type::toString))
              .toArray();
      fact.invoke(both, arguments);
      fact.invoke(alone.feed(), arguments);
    }
    assertEquals(facts.size(), alone.lines().size());
    assertEquals(alone.lines(), first.lines());
    assertEquals(alone.lines(), second.lines());
  }

  @Test
  void fact_thatTheFirstRefuses_doesNotReachTheSecond() {
    Calls second = new Calls();
    RuntimeFeed refusing =
        new RuntimeFeed() {
          @Override
          public void ended(long at, String reason) {
            throw new IllegalStateException(reason);
          }
        };
    RuntimeFeed both = RuntimeFeed.both(refusing, second.feed());
    assertThrows(IllegalStateException.class, () -> both.ended(1, "no"));
    assertEquals(List.of(), second.lines());
  }
}
