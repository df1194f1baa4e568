// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.IdHistory;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces from Java. */
final class TraceWriterTest {

  private static final Instant BEGAN = Instant.parse("2026-11-30T07:00:00.000000123Z");

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve(UUID.randomUUID() + ".tiptoe");
  }

  private TraceWriter writer(Path file) throws IOException {
    return TraceWriter.create(file, 42, BEGAN);
  }

  private static List<String> read(Path file) throws IOException {
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(log);
      assertEquals(0, reader.statistics().damagedBytes());
      assertEquals(0, reader.statistics().unknownRecords());
      assertEquals(0, reader.statistics().identityLost());
      assertEquals(0, reader.statistics().samplesLost());
      assertEquals(0, reader.statistics().undecodableStacks());
    }
    return log.lines();
  }

  @Test
  void facts_ofAllKindsAtAnyTimes_areReadAsTheyWereWritten() throws IOException {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      FactLog direct = new FactLog();
      Path file = file();
      try (TraceWriter writer = writer(file)) {
        RuntimeFeed both = RuntimeFeed.both(direct, writer);
        for (int i = 0; i < 300; i++) {
          int kind = random.nextInt(AnyFact.KINDS);
          long at = seed % 2 == 0 ? 10L * i : random.nextInt(1_000);
          new AnyFact(kind, at, random.nextInt(100), random.nextInt(100)).passTo(both);
        }
        assertEquals(0, writer.leftOut());
      }
      assertEquals(direct.lines(), read(file), "seed " + seed);
    }
  }

  @Test
  void header_ofATrace_hasTheProcessAndTheBeginning() throws IOException {
    Path file = file();
    writer(file).close();
    try (TraceReader reader = TraceReader.open(file)) {
      assertEquals(42, reader.header().pid());
      assertEquals(BEGAN, reader.header().began());
    }
    assertThrows(FileAlreadyExistsException.class, () -> writer(file));
  }

  @Test
  void end_ofAnyReason_isReadWithItsReason() throws IOException {
    for (String reason : List.of("the runtime shut down", "the agent detached", "out of coffee")) {
      Path file = file();
      try (TraceWriter writer = writer(file)) {
        writer.ended(7, reason);
      }
      assertEquals(List.of("7 ended " + reason), read(file));
      try (TraceReader reader = TraceReader.open(file)) {
        assertTrue(reader.poll(new FactLog()).ended());
        assertEquals(1, reader.statistics().ending().orElseThrow().identityRecords());
      }
    }
  }

  @Test
  void stacks_thatAreMoreThanReadersKeep_areDefinedAnew() throws IOException {
    FactLog direct = new FactLog();
    Path file = file();
    try (TraceWriter writer = writer(file)) {
      RuntimeFeed both = RuntimeFeed.both(direct, writer);
      for (int i = 0; i < 800; i++) {
        long[] frames = new long[1_000];
        frames[0] = 1L + i % 600;
        CallStack stack = CallStack.of(frames, new long[1_000], false);
        both.stackSampled(i, new SampledStack(new ThreadID(1), stack, i, 5L << 32));
      }
    }
    List<String> read = read(file);
    assertEquals(direct.lines().size(), read.size());
    // A sample of more than four seconds has its time in steps of a few nanoseconds.
    String nanos = " " + (5L << 32);
    for (int i = 0; i < read.size(); i++) {
      String line = direct.lines().get(i);
      String begin = line.substring(0, line.length() - nanos.length());
      assertTrue(read.get(i).startsWith(begin), begin);
    }
  }

  @Test
  void sample_whoseLeafIsFarAway_hasTheLeafOfItsOwnStack() throws IOException {
    Path file = file();
    CallStack stack = CallStack.of(new long[] {1, 2}, new long[] {0x10, 0x20}, true);
    try (TraceWriter writer = writer(file)) {
      writer.stackSampled(1, new SampledStack(new ThreadID(1), stack, 0x7f00_0000_0010L, 9));
    }
    assertEquals(
        List.of("1 stackSampled 0x1 CallStack 0x1@0x7f0000000010 0x2@0x20 … 0x7f0000000010 9"),
        read(file));
  }

  @Test
  void copyOfMetadata_ofManyPieces_isReadWhole() throws IOException {
    byte[] metadata = new byte[3 << 20];
    new Random(1).nextBytes(metadata);
    Path file = file();
    try (TraceWriter writer = writer(file)) {
      writer.threadNamed(9, new ThreadID(1), "pilot");
      writer.moduleMetadata(5, new ModuleID(1), Bytes.of("copy", metadata));
      writer.moduleMetadata(6, new ModuleID(1), Bytes.of("copy", new byte[0]));
      assertEquals(1, writer.leftOut());
    }
    List<Bytes> copies = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(
          new RuntimeFeed() {
            @Override
            public void moduleMetadata(long at, ModuleID module, Bytes copy) {
              assertEquals(5, at);
              copies.add(copy);
            }
          });
    }
    assertEquals(1, copies.size());
    assertArrayEquals(metadata, copies.get(0).copy(0, copies.get(0).length()));
  }

  @Test
  void fact_thatNoRecordHolds_isAGapThatEndsCoverage() throws IOException {
    Path file = file();
    try (TraceWriter writer = writer(file)) {
      writer.classLoaded(
          1,
          new ClassID(1),
          new ClassShape.Defined(
              new ModuleID(1),
              new Token(0x02000002),
              new ClassID(0),
              Collections.nCopies(200_000, new ClassID(2))));
      writer.announcedFrom(
          2,
          new AssemblyID(1),
          new ThreadID(1),
          CallStack.of(new long[] {1}, new long[] {1}, false));
      writer.threadCreated(3, new ThreadID(1), 5);
      assertEquals(2, writer.leftOut());
    }
    FactLog log = new FactLog();
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(log);
      assertEquals(1, reader.statistics().identityLost());
    }
    assertEquals(2, log.lines().size(), log.lines()::toString);
    assertTrue(log.lines().get(0).contains("coverage"), log.lines()::toString);
  }

  @Test
  void time_beforeTheBeginning_isRefused() throws IOException {
    try (TraceWriter writer = writer(file())) {
      assertThrows(
          IllegalArgumentException.class, () -> writer.threadCreated(-1, new ThreadID(1), 5));
    }
  }

  @Test
  void savedSession_ofTheGoldenTrace_givesTheSameAnswers() throws IOException {
    Path golden = Files.write(file(), Golden.bytes());
    RuntimeIdMap map = RecordedSession.read(golden).session().map();
    Path saved = file();
    TraceWriter.save(RecordedSession.read(golden).session(), saved, 42, BEGAN);
    RuntimeIdMap again = RecordedSession.read(saved).session().map();
    assertEquals(answers(map), answers(again));
    assertEquals(map.now().time(), again.now().time());
    assertEquals(map.runtime(), again.runtime());
    assertEquals(map.sealed(), again.sealed());
    for (long time = 0; time < map.now().time(); time += map.now().time() / 50) {
      for (Coverage.Kind kind : Coverage.Kind.values()) {
        assertEquals(map.at(time).isComplete(kind), again.at(time).isComplete(kind));
      }
      assertEquals(
          Set.copyOf(map.at(time).classes().toList()),
          Set.copyOf(again.at(time).classes().toList()));
    }
    assertTrue(answers(map).size() > 8, answers(map)::toString);
  }

  private static List<Object> answers(RuntimeIdMap map) {
    IdHistory history = map.history();
    List<Object> answers = new ArrayList<>();
    answers.add(Set.copyOf(history.appDomains().toList()));
    answers.add(Set.copyOf(history.assemblies().toList()));
    answers.add(Set.copyOf(history.modules().toList()));
    answers.add(Set.copyOf(history.classes().toList()));
    answers.add(Set.copyOf(history.functions().toList()));
    answers.add(Set.copyOf(history.threads().toList()));
    history
        .functions()
        .sorted(Comparator.comparing(each -> each.id().value()))
        .forEach(
            each ->
                map.now()
                    .codeOf(each.id())
                    .forEach(range -> answers.add(map.now().codeAt(range.start()))));
    history
        .modules()
        .sorted(Comparator.comparing(each -> each.id().value()))
        .forEach(each -> answers.add(map.metadataOf(each.loaded()).map(Bytes::length)));
    return answers;
  }

  @Test
  void session_whileItIsRecorded_isReadAsItIs() throws IOException {
    Path file = file();
    Session session = new Session();
    try (TraceWriter writer = writer(file)) {
      RuntimeFeed both = RuntimeFeed.both(session.feed(), writer);
      Random random = new Random(7);
      for (int i = 0; i < 2_000; i++) {
        int kind = random.nextInt(AnyFact.KINDS);
        new AnyFact(kind, 1 + random.nextInt(5_000), random.nextInt(20), random.nextInt(20))
            .passTo(both);
      }
      writer.flush();
      assertEquals(answers(session.map()), answers(RecordedSession.read(file).session().map()));
    }
  }

  @Test
  void addressSample_ofTheKernel_isReadAsItIs() throws IOException {
    FactLog direct = new FactLog();
    Path file = file();
    AddressSample sample =
        new AddressSample(
            7,
            AddressStack.of(
                new long[] {0xffff_ffff_8000_0000L, 0x7f00},
                AddressStack.End.THREAD_BASE,
                false,
                2),
            0xffff_ffff_9000_0000L,
            AddressSample.Engine.PERF,
            AddressSample.Clock.PROCESSOR,
            0xffff_ffffL);
    try (TraceWriter writer = writer(file)) {
      RuntimeFeed.both(direct, writer).addressSampled(3, sample);
      RuntimeFeed.both(direct, writer).addressSampled(4, sample);
    }
    assertEquals(direct.lines(), read(file));
  }
}
