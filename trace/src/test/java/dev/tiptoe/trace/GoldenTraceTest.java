// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GoldenTraceTest {

  private static final List<String> FACTS =
      List.of(
          "1000 runtimeStarted RuntimeInfo[kind=CORE_CLR, major=9, minor=0, build=1, version=9.0.1,"
              + " start=STARTUP]",
          "2000 coverage [MODULES, CLASSES, JITTED_FUNCTIONS, THREADS, UNLOADS] COMPLETE loaded"
              + " with the runtime",
          "3000 appDomainCreated 0x100 clrhost",
          "4000 moduleLoaded 0x7f0000000300 LoadedModule[path=/app/Grüße \uD83D\uDC3E.dll,"
              + " mvid=Optional[04030201-0605-0807-090a-0b0c0d0e0f10], assembly=0x0,"
              + " baseAddress=139710991171584, flags=3, pdb=Optional.empty]",
          "5000 moduleAttached 0x7f0000000300 0x200",
          "6000 assemblyLoaded 0x200 0x100 0x7f0000000300 A\uD800b",
          "7000 classLoaded 0x400 Defined[module=0x7f0000000300, typeDef=0x02000002, parent=0x0,"
              + " typeArguments=[]]",
          "8000 classSeen 0x408 Defined[module=0x7f0000000300, typeDef=0x02000003, parent=0x400,"
              + " typeArguments=[0x400, 0x410]] FUNCTION_OWNER",
          "9000 classSeen 0x410 Array[element=0x400, elementType=28, rank=2] TYPE_ARGUMENT",
          "10000 classSeen 0x418 Composite[] TYPE_ARGUMENT",
          "11000 classSeen 0x400 Defined[module=0x7f0000000300, typeDef=0x02000002, parent=0x0,"
              + " typeArguments=[]] PARENT",
          "12000 functionSeen 0x500 FunctionShape[declaringClass=0x400, module=0x7f0000000300,"
              + " methodDef=0x06000001, typeArguments=[], dynamicName=] STACK",
          "13000 functionSeen 0x508 FunctionShape[declaringClass=0x0, module=0x7f0000000300,"
              + " methodDef=0x06000002, typeArguments=[0x408], dynamicName=] STACK",
          "14000 functionSeen 0x510 FunctionShape[declaringClass=0x0, module=0x7f0000000300,"
              + " methodDef=0x06000000, typeArguments=[], dynamicName=IL_STUB] JITTED",
          "15000 threadCreated 0x600 0",
          "16000 threadCreated 0x600 4712",
          "17000 threadNamed 0x600 worker",
          "19000 unloadStarted FunctionID 0x510",
          "20000 unloadStarted ClassID 0x408",
          "21000 unloadStarted ModuleID 0x7f0000000300",
          "22000 unloadStarted AssemblyID 0x200",
          "23000 unloadStarted AppDomainID 0x100",
          "24000 threadDestroyed 0x600",
          "18000 stackSampled 0x600 [0x0, 0x508, 0x500] false",
          "18000 stackSampled 0x600 [0x508] true",
          "18000 stackSampled 0x600 CallStack 0x0@0x0 0x508@0x7f2000000010 0x500@0x7f2000000020 0x0"
              + " 20000000",
          "18000 stackSampled 0x608 CallStack 0x508@0x7f2000000010 … 0x7f200000000c 20000000",
          "18000 stackSampled 0x610 CallStack 0x508@0x7f2000000010 … 0x7f2000000016 20000000",
          "18000 announcedFrom ClassID 0x400 0x600 CallStack 0x508@0x7f2000000010"
              + " 0x500@0x7f2000000020",
          "25000 codeSeen 0x500 NativeCode[rejit=1, ranges=[Range[start=139775415681024, size=64],"
              + " Range[start=139775415685120, size=16]], il=[IlMapping[ilOffset=-2, start=0,"
              + " end=4], IlMapping[ilOffset=0, start=4, end=48], IlMapping[ilOffset=7, start=48,"
              + " end=80]]]",
          "26000 classSeen 0x420 Array[element=0x400, elementType=18, rank=1] HEAP",
          "27000 instancesCounted 0x420 3 96",
          "29000 moduleLoaded 0x720 LoadedModule[path=Made, mvid=Optional.empty, assembly=0x0,"
              + " baseAddress=0, flags=4, pdb=Optional.empty]",
          "31000 moduleMetadata 0x720 7",
          "32000 classSeen 0x800 Defined[module=0x7f0000000700, typeDef=0x02000002, parent=0x0,"
              + " typeArguments=[]] PROBED",
          "33000 functionSeen 0x900 FunctionShape[declaringClass=0x800, module=0x7f0000000700,"
              + " methodDef=0x06000001, typeArguments=[], dynamicName=] JITTED",
          "34000 functionSeen 0x908 FunctionShape[declaringClass=0x800, module=0x7f0000000700,"
              + " methodDef=0x06000002, typeArguments=[], dynamicName=] PROBED",
          "35000 notPublished 34500 0x7f0000000700 0x02000003",
          "35000 notPublished 34500 0x7f0000000700 0x02000005",
          "37000 osThreadNamed 0xa00 worker",
          "39000 imageMapped MappedImage[base=139844135157760, start=139844135161856, size=131072,"
              + " module=0x0, absent=24500, buildId=Optional[deadbeef],"
              + " path=/usr/lib/libnative.so]",
          "40000 imageMapped MappedImage[base=139912854634496, start=139912854634496, size=4096,"
              + " module=0x7f0000000700, absent=0, buildId=Optional.empty, path=/app/late.dll]",
          "41000 osThreadSeen 4713 .NET Tiered Com",
          "42000 kernelFunctionSeen KernelFunction[start=-2130706432, size=64,"
              + " name=ext4_readdir [ext4]]",
          "43000 imageUnmapped 7f3000000000 7f3000001000",
          "34500 functionSeen 0x910 FunctionShape[declaringClass=0x0, module=0x7f0000000700,"
              + " methodDef=0x06000000, typeArguments=[], dynamicName=lambda_method1] JITTED",
          "34500 codeSeen 0x910 NativeCode[rejit=0, ranges=[Range[start=139775415689216,"
              + " size=128]], il=[]]",
          "40000 addressSampled AddressSample[osThreadId=4712, stack=AddressStack 0x7f3000001234"
              + " 0x7f2000000020 0x7f2000000030 THREAD_BASE 0, leaf=139844135162624, engine=PERF,"
              + " clock=PROCESSOR, nanos=1000000]",
          "42000 addressSampled AddressSample[osThreadId=4713, stack=AddressStack 0x7f2000000020"
              + " 0x7f2000000030 BEYOND_COPY filter 1, leaf=139775415681032, engine=PERF,"
              + " clock=PROCESSOR, nanos=1000000]",
          "45000 addressSampled AddressSample[osThreadId=4713, stack=AddressStack UNKNOWN_CODE 0,"
              + " leaf=-2130706432, engine=PERF, clock=PROCESSOR, nanos=4294967295]",
          "46000 ended the runtime shut down");

  @Test
  void golden_read_tellsEveryFieldOfEveryRecord() {
    assertEquals(String.join("\n", FACTS), String.join("\n", Golden.facts()));
  }

  @Test
  void golden_header_isReadFieldByField() {
    assertEquals(
        new TraceHeader(
            64,
            1,
            0,
            Instant.ofEpochSecond(1_700_000_000L, 123_456_789),
            4711,
            UUID.fromString("a3a2a1a0-a5a4-a7a6-a8a9-aaabacadaeaf")),
        Reading.of(Golden.bytes()).header());
  }

  @Test
  void golden_read_balancesItsCounters() {
    Reading reading = Reading.of(Golden.bytes());
    TraceStatistics statistics = reading.statistics();
    assertEquals(Golden.bytes().length, statistics.bytes());
    assertEquals(0, statistics.identityLost());
    assertEquals(0, statistics.samplesLost());
    assertEquals(0, statistics.damagedBytes());
    assertEquals(0, statistics.unknownRecords());
    assertEquals(0, statistics.tailBytes());
    assertEquals(59, statistics.totalRecords());
    assertEquals(7, statistics.count(RecordType.CLASS_SEEN));
    assertEquals(2, statistics.count(RecordType.STACK_SAMPLE));
    assertEquals(8, statistics.stacks());
    assertEquals(Map.of(Clock.PROCESSOR, 3L, Clock.WALL, 5L), statistics.samples());
    assertEquals(0, statistics.undecodableStacks());
    // The agent writes all types but those that only a writer in Java needs.
    Set<RecordType> ofJava = EnumSet.range(RecordType.FACT_TIME, RecordType.FUNCTION_EXECUTING);
    for (RecordType type : RecordType.values()) {
      assertEquals(!ofJava.contains(type), statistics.count(type) > 0, type.name());
    }
    assertEquals(new TraceState(59, 0, true), reading.state());
  }

  @Test
  void golden_read_keepsWhatTheAgentSaidOfItself() {
    TraceStatistics statistics = Reading.of(Golden.bytes()).statistics();
    assertEquals(Optional.of(new TraceRecorder(1, 2, 10_000_000)), statistics.recorder());
    assertEquals(
        Optional.of(
            new SamplerTotals(
                2, 3, 4, 5, 6, 7_000_000_000L, 8_000_000, 9_000_000_000L, 10_000_000, 11_000_000)),
        statistics.sampler());
    assertEquals(
        Optional.of(
            new SamplerState(
                10_000_000,
                10_000,
                8,
                2_000_000_000,
                16,
                8,
                100_000,
                200_000,
                16_000_000_000L,
                300_000,
                400_000,
                500_000,
                9,
                List.of(
                    new SamplerState.Outcome(SamplerState.Call.SUSPEND_RUNTIME, 0, 2),
                    new SamplerState.Outcome(SamplerState.Call.SUSPEND_RUNTIME, 0x80131388, 1),
                    new SamplerState.Outcome(SamplerState.Call.DO_STACK_SNAPSHOT, 0, 3),
                    new SamplerState.Outcome(SamplerState.Call.DO_STACK_SNAPSHOT, 0x80004005, 1)))),
        statistics.samplerState());
    assertEquals(
        List.of(
            new EngineState(
                AddressSample.Engine.SUSPEND,
                EngineState.Condition.REFUSED,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                13,
                "not permitted"),
            new EngineState(
                AddressSample.Engine.PERF,
                EngineState.Condition.SERVING,
                1_000_000,
                3,
                1,
                4,
                5,
                532_480,
                6_000_000_000L,
                9_000_000_000L,
                8_500_000_000L,
                7,
                8,
                8192,
                0,
                "")),
        statistics.engines());
    assertEquals(
        Optional.of(
            new HeapWalk(
                28_000,
                Set.of(HeapWalk.Shortfall.OUT_OF_TIME, HeapWalk.Shortfall.BROKEN_RANGE),
                Set.of(
                    HeapWalk.Generation.GEN_0,
                    HeapWalk.Generation.GEN_1,
                    HeapWalk.Generation.LARGE_OBJECTS,
                    HeapWalk.Generation.PINNED_OBJECTS),
                4,
                1,
                120,
                24,
                5_000_000_000L,
                6_000_000,
                7_000_000)),
        statistics.heapWalk());
    assertEquals(
        Optional.of(new TraceEnding(TraceEnding.Reason.RUNTIME_SHUT_DOWN, 1, 44, 0, 0)),
        statistics.ending());
    assertEquals(
        List.of(
            new CatchUp(
                CatchUp.Step.PROBE,
                0x80004001,
                1,
                2,
                3_000_000_000L,
                4_000_000,
                "nobody witnessed it")),
        statistics.catchUps());
    assertEquals(Optional.of(new DetachRefusal(0x80131373, "not yet")), statistics.detachRefusal());
  }
}
