// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.Witness;
import dev.tiptoe.proof.truth.WitnessReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

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

  private final UnaryOperator<TypeLoads> memory;
  private final List<AgentMode> modes;

  /**
   * Creates a witness that compares the whole record with the claims of an agent that was there in
   * each possible way.
   */
  public TypeLoadEvents() {
    this(UnaryOperator.identity(), AgentMode.values());
  }

  /** Creates a witness with a changed record: one with other loads must contradict some claims. */
  TypeLoadEvents(UnaryOperator<TypeLoads> memory, AgentMode... modes) {
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
      report.addAll(examine(installation, runtime, program, mode));
    }
    return List.copyOf(report);
  }

  private List<WitnessReport> examine(
      Installation installation, DotnetRuntime runtime, Program program, AgentMode mode)
      throws IOException {
    RecordedRun.Companion agent = mode.agent(installation, program);
    try (RecordedRun run = RecordedRun.of(runtime, program, agent)) {
      Optional<TypeLoads> loads = run.loads();
      Path trace = AgentMode.traceIn(run.folder());
      if (loads.isEmpty()) {
        return List.of(none(mode, SILENT));
      }
      Optional<TraceExamination> examination =
          Files.exists(trace)
              ? TraceExamination.of(trace, memory.apply(loads.get()))
              : Optional.empty();
      return examination.isPresent()
          ? examination.get().conduct(mode.sources())
          : List.of(none(mode, OVER));
    }
  }

  private static WitnessReport none(AgentMode mode, String why) {
    return new WitnessReport(
        mode.sources().get(0).inWords(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Map.of(why, 1L),
        List.of());
  }
}
