// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.id.ClassID;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The runtime's own record of recorded programs. The demo program runs once for each way in which
 * the agent takes part; the tests share these runs.
 */
class TypeLoadEventsTest {

  private static final Installation INSTALLATION = Installation.current();

  private static final String SERPENT = "Tiptoe.Demo.SeaSerpent";

  private static final Map<AgentMode, RecordedRun> RUNS_OF_THE_DEMO =
      new EnumMap<>(AgentMode.class);

  @AfterAll
  static void deleteRuns() throws IOException {
    for (RecordedRun run : RUNS_OF_THE_DEMO.values()) {
      run.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"demo, 3500, 0.9", "mentions, 3000, 0.85", "unloading, 3000, 0.85"})
  void claims_ofAProgram_areInTheRuntimesRecord(String program, long compared, double recall)
      throws IOException {
    areInTheRecord(program, compared, recall);
  }

  static void areInTheRecord(String program, long compared, double recall) throws IOException {
    AgentMode mode = AgentMode.FROM_THE_START;
    Map<String, WitnessReport> report =
        examine(program, new TypeLoadEvents(UnaryOperator.identity(), mode), mode);
    for (WitnessReport each : report.values()) {
      assertEquals(List.of(), each.wrongClaims(), each.source());
      assertEquals(1.0, each.precision().orElseThrow(), each.source());
      assertEquals(0, count(each, RecordVerdict.BEFORE_THE_RECORD), each.toString());
    }
    WitnessReport startUp = startUp(report);
    assertTrue(startUp.compared() >= compared, startUp.toString());
    assertTrue(startUp.recall().orElseThrow() >= recall, startUp.toString());
    // Very little is loaded between the end of the runtime's record and that of ours; how long that
    // takes depends on the machine's load.
    assertTrue(
        count(startUp, RecordVerdict.AFTER_THE_RECORD) < startUp.compared() / 50,
        startUp.toString());
    for (Source part : List.of(Source.SAMPLES, Source.LATE)) {
      WitnessReport less = of(report, part);
      assertTrue(less.compared() >= 50, less.toString());
      assertTrue(less.compared() < startUp.compared(), less.toString());
    }
  }

  @ParameterizedTest
  @CsvSource("demo, 200, 0.2")
  void claims_ofAnAgentThatCameLater_areInTheRuntimesRecord(
      String program, long compared, double recall) throws IOException {
    areInTheRecordFromHereOn(program, compared, recall);
  }

  static void areInTheRecordFromHereOn(String program, long compared, double recall)
      throws IOException {
    AgentMode[] modes = {AgentMode.ATTACHED, AgentMode.ATTACHED_WITH_PROBE};
    Map<String, WitnessReport> report =
        examine(program, new TypeLoadEvents(UnaryOperator.identity(), modes), modes);
    for (WitnessReport each : report.values()) {
      assertEquals(List.of(), each.wrongClaims(), each.source());
      assertEquals(1.0, each.precision().orElseThrow(), each.source());
    }
    WitnessReport alone = of(report, Source.ATTACH);
    assertTrue(alone.compared() >= compared, alone.toString());
    assertTrue(alone.recall().orElseThrow() >= recall, alone.toString());
    WitnessReport probed = of(report, Source.ATTACH_WITH_PROBE);
    assertTrue(probed.recall().orElseThrow() >= 0.7, probed.toString());
    assertTrue(
        count(probed, "TypeDef, not published", RecordVerdict.CONFIRMED) > 500, probed.toString());
  }

  /** The runtime uses IDs again; the agent is there from the start, or comes twice. */
  @Test
  void claims_aboutReusedIds_areInTheRuntimesRecord() throws IOException {
    areInTheRecord(Program.turnover(INSTALLATION, 80), 200);
  }

  static void areInTheRecord(Program turnover, long reused) throws IOException {
    TypeLoadEvents witness =
        new TypeLoadEvents(
            UnaryOperator.identity(), AgentMode.FROM_THE_START, AgentMode.ATTACHED_TWICE);
    Map<String, WitnessReport> report = examine(turnover, witness);
    for (WitnessReport each : report.values()) {
      assertEquals(List.of(), each.wrongClaims(), each.source());
      assertEquals(1.0, each.precision().orElseThrow(), each.source());
    }
    Map<String, Long> startUp = startUp(report).counts();
    assertTrue(startUp.getOrDefault("reused ClassIDs", 0L) >= reused, startUp::toString);
    for (Source each : List.of(Source.START_UP, Source.FIRST_ATTACH, Source.SECOND_ATTACH)) {
      WitnessReport retold =
          Objects.requireNonNull(report.get(each.inWords() + ", in other orders"));
      assertTrue(retold.compared() > 5_000, retold.toString());
      assertTrue(retold.counts().getOrDefault("late facts", 0L) > 1_000, retold.toString());
    }
  }

  @Test
  void claims_ofWhatTheRecordHasNot_areFoundWrong() throws IOException {
    TypeLoadEvents forgetful =
        new TypeLoadEvents(
            record -> without(record, load -> load.name().startsWith("Tiptoe.Demo.")));
    WitnessReport startUp = startUp(examineDemo(forgetful, Source.START_UP));
    assertTrue(startUp.wrong() > 20, startUp.toString());
    assertTrue(
        startUp.wrongClaims().stream()
            .anyMatch(each -> each.startsWith("Tiptoe.Demo.Ship: ") && each.contains("nowhere")),
        startUp.toString());
  }

  @Test
  void notPublished_ofWhatTheRecordHasBefore_isFoundWrong() throws IOException {
    TypeLoad serpent = new TypeLoad(new ClassID(0x1230), SERPENT, 2, 1, 1, 2);
    TypeLoadEvents inventive =
        new TypeLoadEvents(
            record ->
                of(record, Stream.concat(record.loads().stream(), Stream.of(serpent)).toList()));
    WitnessReport probed =
        of(examineDemo(inventive, Source.ATTACH_WITH_PROBE), Source.ATTACH_WITH_PROBE);
    assertEquals(1, probed.wrong(), probed.toString());
    assertTrue(
        probed.wrongClaims().get(0).startsWith(SERPENT + ": not published"), probed.toString());
  }

  /** The runtime does not load a type again to a level that it has. */
  @Test
  void level_thatATypeReachesOnlyLater_isFoundWrong() throws IOException {
    TypeLoadEvents slow =
        new TypeLoadEvents(
            record ->
                of(
                    record,
                    record.loads().stream()
                        .flatMap(load -> loadedAgain(load, record.last()))
                        .toList()));
    WitnessReport startUp = startUp(examineDemo(slow, Source.START_UP));
    assertTrue(startUp.wrong() > 30, startUp.toString());
  }

  @Test
  void neverAnnounced_ofWhatTheRecordHas_isFoundWrong() throws IOException {
    TypeLoad serpent = new TypeLoad(new ClassID(0x1230), SERPENT, 2, 1, 1, 2);
    TypeLoadEvents inventive =
        new TypeLoadEvents(
            record ->
                of(record, Stream.concat(record.loads().stream(), Stream.of(serpent)).toList()));
    WitnessReport startUp = startUp(examineDemo(inventive, Source.START_UP));
    assertEquals(1, startUp.wrong(), startUp.toString());
    assertTrue(
        startUp.wrongClaims().get(0).startsWith(SERPENT + ": never announced"), startUp.toString());
  }

  @Test
  void record_ofAnotherRun_isVoid() {
    TypeLoadEvents late =
        new TypeLoadEvents(
            record ->
                of(
                    record,
                    record.loads().stream()
                        .map(
                            load ->
                                new TypeLoad(
                                    load.type(),
                                    load.name(),
                                    load.target(),
                                    load.thread(),
                                    load.began() + (load.type().value() >>> 4) % 100_000_000,
                                    load.ended() + (load.type().value() >>> 4) % 100_000_000))
                        .toList()));
    assertThrows(LaunchException.class, () -> examineDemo(late, Source.START_UP));
  }

  private static Stream<TypeLoad> loadedAgain(TypeLoad load, long ticks) {
    TypeLoad again =
        new TypeLoad(load.type(), load.name(), load.target(), load.thread(), ticks, ticks);
    return load.name().startsWith("Tiptoe.Demo.") ? Stream.of(load, again) : Stream.of(load);
  }

  private static TypeLoads without(TypeLoads record, Predicate<TypeLoad> left) {
    return of(record, record.loads().stream().filter(left.negate()).toList());
  }

  private static TypeLoads of(TypeLoads record, List<TypeLoad> loads) {
    return new TypeLoads(record.header(), loads, record.first(), record.last());
  }

  private static long count(WitnessReport report, RecordVerdict verdict) {
    return count(report, "", verdict);
  }

  private static long count(WitnessReport report, String kind, RecordVerdict verdict) {
    return report.counts().entrySet().stream()
        .filter(each -> each.getKey().startsWith(kind))
        .filter(each -> each.getKey().endsWith(verdict.inWords()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static WitnessReport startUp(Map<String, WitnessReport> report) {
    return of(report, Source.START_UP);
  }

  private static WitnessReport of(Map<String, WitnessReport> report, Source source) {
    return Objects.requireNonNull(report.get(source.inWords()));
  }

  /** Examines some of the claims about the demo program. */
  private static Map<String, WitnessReport> examineDemo(TypeLoadEvents witness, Source source)
      throws IOException {
    AgentMode mode =
        source == Source.START_UP ? AgentMode.FROM_THE_START : AgentMode.ATTACHED_WITH_PROBE;
    return bySource(witness.examine(runOfTheDemo(mode), List.of(source)));
  }

  private static Map<String, WitnessReport> examine(
      String name, TypeLoadEvents witness, AgentMode... modes) throws IOException {
    if (!name.equals("demo")) {
      return examine(program(name), witness);
    }
    List<WitnessReport> reports = new ArrayList<>();
    for (AgentMode mode : modes) {
      reports.addAll(witness.examine(runOfTheDemo(mode), mode.sources()));
    }
    return bySource(reports);
  }

  private static RecordedRun runOfTheDemo(AgentMode mode) throws IOException {
    RecordedRun run = RUNS_OF_THE_DEMO.get(mode);
    if (run == null) {
      Program demo = program("demo");
      run =
          RecordedRun.of(
              DotnetRuntime.fetched(INSTALLATION).orElseThrow(),
              demo,
              mode.agent(INSTALLATION, demo, SamplingEngine.SUSPEND));
      RUNS_OF_THE_DEMO.put(mode, run);
    }
    return run;
  }

  private static Program program(String name) {
    return Program.all(INSTALLATION).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, WitnessReport> examine(Program program, TypeLoadEvents witness)
      throws IOException {
    DotnetRuntime runtime = DotnetRuntime.fetched(INSTALLATION).orElseThrow();
    return bySource(witness.examine(INSTALLATION, runtime, program));
  }

  private static Map<String, WitnessReport> bySource(List<WitnessReport> reports) {
    return reports.stream().collect(Collectors.toMap(WitnessReport::source, Function.identity()));
  }
}
