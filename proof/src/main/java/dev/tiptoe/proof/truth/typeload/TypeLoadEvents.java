// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.Witness;
import dev.tiptoe.proof.truth.WitnessReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The witness that uses the runtime's own record: the runtime records every load of a type while
 * the agent records the same run. Immutable.
 *
 * <p>The record begins before the runtime has a first type, and ends a little before the agent's
 * trace.
 */
public final class TypeLoadEvents implements Witness {

  /** Before .NET 5. */
  private static final String SILENT = "not asked: this runtime writes no such record";

  private static final String OVER = "not asked: it had ended before the agent recorded a type";

  private final UsedRules rules;
  private final SamplingEngine engine;
  private final UnaryOperator<TypeLoads> memory;
  private final List<AgentMode> modes;

  /**
   * Creates a witness that compares the whole record with the claims of an agent that was there in
   * each possible way.
   *
   * @param rules the rules by which claims may follow
   * @param engine how the agent samples
   */
  public TypeLoadEvents(UsedRules rules, SamplingEngine engine) {
    this(rules, engine, UnaryOperator.identity(), AgentMode.values());
  }

  /** Creates a witness with a changed record: one with other loads must contradict some claims. */
  TypeLoadEvents(UnaryOperator<TypeLoads> memory, AgentMode... modes) {
    this(UsedRules.WITNESSED, SamplingEngine.SUSPEND, memory, modes);
  }

  private TypeLoadEvents(
      UsedRules rules, SamplingEngine engine, UnaryOperator<TypeLoads> memory, AgentMode... modes) {
    this.rules = rules;
    this.engine = engine;
    this.memory = memory;
    this.modes = List.of(modes);
  }

  @Override
  public String name() {
    return "TypeLoad events";
  }

  @Override
  public List<WitnessReport> examine(
      Installation installation, DotnetRuntime runtime, Program program) throws IOException {
    List<WitnessReport> report = new ArrayList<>();
    for (AgentMode mode : modes) {
      if (mode.suits(program)) {
        report.addAll(examine(installation, runtime, program, mode));
      }
    }
    return List.copyOf(report);
  }

  private List<WitnessReport> examine(
      Installation installation, DotnetRuntime runtime, Program program, AgentMode mode)
      throws IOException {
    RecordedRun.Companion agent = mode.agent(installation, program, engine);
    try (RecordedRun run = RecordedRun.of(runtime, program, agent)) {
      return examine(run, mode.sources());
    }
  }

  /** Compares the record of a run with the claims from sources that are in its traces. */
  List<WitnessReport> examine(RecordedRun run, List<Source> sources) throws IOException {
    Optional<TypeLoads> loads = run.loads();
    return loads.isEmpty()
        ? List.of(none(sources, SILENT))
        : examine(run.folder(), sources, memory.apply(loads.get()));
  }

  private List<WitnessReport> examine(Path folder, List<Source> sources, TypeLoads record)
      throws IOException {
    Map<Path, List<Source>> byTrace =
        sources.stream()
            .collect(
                Collectors.groupingBy(
                    source -> source.traceIn(folder), LinkedHashMap::new, Collectors.toList()));
    List<WitnessReport> report = new ArrayList<>();
    for (Map.Entry<Path, List<Source>> each : byTrace.entrySet()) {
      Optional<TraceExamination> examination =
          Files.exists(each.getKey())
              ? TraceExamination.of(each.getKey(), record, rules)
              : Optional.empty();
      if (examination.isPresent()) {
        report.addAll(examination.get().conduct(each.getValue()));
      }
    }
    return report.isEmpty() ? List.of(none(sources, OVER)) : report;
  }

  private static WitnessReport none(List<Source> sources, String why) {
    return new WitnessReport(
        sources.get(0).inWords(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Map.of(why, 1L),
        List.of());
  }
}
