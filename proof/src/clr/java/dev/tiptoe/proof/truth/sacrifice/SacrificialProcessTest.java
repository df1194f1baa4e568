// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The CLR's own answers about recorded programs. */
class SacrificialProcessTest {

  private static final Installation INSTALLATION = Installation.current();

  @ParameterizedTest
  @CsvSource({
    "demo, 800, 200, 2000",
    "constructs, 1500, 200, 2500",
    "dynamic-methods, 400, 25, 2000"
  })
  void claims_ofAProgram_areTrue(String program, long classes, long functions, long typeDefs)
      throws IOException {
    areTrue(program, classes, functions, typeDefs);
  }

  static void areTrue(String program, long classes, long functions, long typeDefs)
      throws IOException {
    areTrue(
        examine(program, new SacrificialProcess(UsedRules.WITNESSED, SamplingEngine.SUSPEND)),
        classes,
        functions,
        typeDefs);
  }

  static void areTrue(
      Map<String, WitnessReport> report, long classes, long functions, long typeDefs) {
    for (WitnessReport each : report.values()) {
      assertEquals(List.of(), each.wrongClaims(), each.source());
      assertEquals(0, each.wrong(), each.source());
      assertEquals(List.of(), lost(each), each.source());
    }
    assertCompared(classes, report, "ClassIDs");
    assertCompared(classes, report, "fields");
    assertCompared(functions, report, "FunctionIDs");
    assertEquals(1.0, of(report, "published").precision().orElseThrow());
    assertTrue(of(report, "published").recall().orElseThrow() > 0.95);
    assertCompared(classes / 4, report, "types of fields");
    assertCompared(typeDefs, report, "TypeDefs");
    assertCompared(typeDefs / 2, report, "ClassIDs loaded by asking");
    // Most methods are met when they are compiled again, and when that is depends on the machine.
    assertCompared(functions / 4, report, "MethodDefs");
    assertCompared(functions, report, "living FunctionIDs");
  }

  @Test
  void claims_aboutReusedIds_areTrue() throws IOException {
    areTrue(Program.turnover(INSTALLATION, 80));
  }

  static void areTrue(Program turnover) throws IOException {
    Map<String, WitnessReport> report =
        examine(turnover, new SacrificialProcess(UsedRules.WITNESSED, SamplingEngine.SUSPEND));
    for (WitnessReport each : report.values()) {
      assertEquals(List.of(), each.wrongClaims(), each.source());
      assertEquals(0, each.wrong(), each.source());
      assertEquals(List.of(), lost(each), each.source());
    }
    // How many contexts still live when the second agent comes depends on the machine.
    for (String when : List.of("", ", second attach of two")) {
      assertCompared(50, report, "ClassIDs" + when);
      assertCompared(50, report, "TypeDefs" + when);
      assertCompared(20, report, "living FunctionIDs" + when);
    }
  }

  /** What was true in the middle is not true at the end; a witness must notice that. */
  @Test
  void claims_ofAnEarlierTime_areFoundWrong() throws IOException {
    SacrificialProcess late =
        new SacrificialProcess(
            UsedRules.WITNESSED, SamplingEngine.SUSPEND, SacrificialProcessTest::halfway);
    WitnessReport typeDefs = of(examine("demo", late), "TypeDefs");
    assertTrue(typeDefs.wrong() > 100, typeDefs.toString());
    assertTrue(
        typeDefs.wrongClaims().get(0).contains("the question did not announce it"),
        typeDefs.toString());
  }

  /** An ID that means nothing is no question that the CLR survives. */
  @Test
  void question_thatKillsTheProcess_isWithoutAnAnswer() throws IOException {
    ClrQuestion deadly = ClrQuestion.layoutOf(new ClassID(0x10));
    try (Sacrifice sacrifice =
        Sacrifice.of(
            INSTALLATION,
            runtime(),
            program("dynamic-methods", Function.identity()),
            UsedRules.WITNESSED,
            SamplingEngine.SUSPEND)) {
      assertEquals(List.of(), sacrifice.line().ask(List.of(deadly, deadly)));
    }
  }

  @Test
  void program_thatDoesNotStart_isReported() {
    Program missing = new Program("missing", Path.of("missing.dll"), List.of(), 0);
    LaunchException thrown =
        assertThrows(
            LaunchException.class,
            () ->
                new SacrificialProcess(UsedRules.WITNESSED, SamplingEngine.SUSPEND)
                    .examine(INSTALLATION, runtime(), missing));
    assertTrue(
        String.valueOf(thrown.getMessage()).startsWith("missing: ended with status"),
        thrown::toString);
  }

  @Test
  void program_thatEndsOtherwise_isReported() {
    Program hello =
        program("unloading", each -> new Program("odd", each.assembly(), each.arguments(), 7));
    LaunchException thrown =
        assertThrows(
            LaunchException.class,
            () ->
                new SacrificialProcess(UsedRules.WITNESSED, SamplingEngine.SUSPEND)
                    .examine(INSTALLATION, runtime(), hello));
    assertEquals("odd: ended with status 24 instead of 7", thrown.getMessage());
  }

  /** The view at which half of the classes were known. */
  private static IdView halfway(RuntimeIdMap map) {
    List<Long> begun = map.now().classes().map(type -> type.interval().from()).sorted().toList();
    return map.at(begun.get(begun.size() / 2));
  }

  private static Map<String, WitnessReport> examine(String program, SacrificialProcess witness)
      throws IOException {
    return examine(program(program, Function.identity()), witness);
  }

  private static Map<String, WitnessReport> examine(Program program, SacrificialProcess witness)
      throws IOException {
    return examine(runtime(), program, witness);
  }

  static Map<String, WitnessReport> examine(
      DotnetRuntime runtime, Program program, SacrificialProcess witness) throws IOException {
    return witness.examine(INSTALLATION, runtime, program).stream()
        .collect(Collectors.toMap(WitnessReport::source, Function.identity()));
  }

  private static Program program(String name, Function<Program, Program> changed) {
    return Program.all(INSTALLATION).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .map(changed)
        .orElseThrow();
  }

  private static DotnetRuntime runtime() {
    return DotnetRuntime.fetched(INSTALLATION).orElseThrow();
  }

  private static void assertCompared(long atLeast, Map<String, WitnessReport> all, String source) {
    long compared = of(all, source).compared();
    assertTrue(compared >= atLeast, source + ": " + compared);
  }

  private static WitnessReport of(Map<String, WitnessReport> all, String source) {
    return Objects.requireNonNull(all.get(source), source);
  }

  private static List<String> lost(WitnessReport report) {
    return report.counts().keySet().stream().filter(each -> each.contains("ended")).toList();
  }
}
