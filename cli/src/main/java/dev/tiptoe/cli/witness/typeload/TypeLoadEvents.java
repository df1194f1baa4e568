// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.Testimony;
import dev.tiptoe.cli.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The witness that is the runtime's own record: it writes down every load of a type while the agent
 * records the same run. Immutable.
 *
 * <p>The record begins before the runtime has a first type, and ends a little before the agent's.
 */
public final class TypeLoadEvents implements Witness {

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(5);

  /** Before .NET 5. */
  private static final Testimony SILENT =
      new Testimony(
          Source.START_UP.inWords(),
          0,
          0,
          Optional.empty(),
          Optional.empty(),
          Map.of("not asked: this runtime writes no such record", 1L),
          List.of());

  private final UnaryOperator<TypeLoads> memory;

  /** Puts the whole record beside the claims. */
  public TypeLoadEvents() {
    this(UnaryOperator.identity());
  }

  /** Puts another record beside the claims: one with other loads must deny some. */
  TypeLoadEvents(UnaryOperator<TypeLoads> memory) {
    this.memory = memory;
  }

  @Override
  public String name() {
    return "TypeLoad events";
  }

  @Override
  public List<Testimony> examine(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException {
    RecordedRun.Company agent =
        folder -> Recording.environment(installation.agent(), traceIn(folder), BETWEEN_SAMPLES);
    try (RecordedRun run = RecordedRun.of(runtime, program, agent)) {
      Optional<TypeLoads> loads = run.loads();
      return loads.isPresent()
          ? new Examination(traceIn(run.folder()), memory.apply(loads.get())).conduct()
          : List.of(SILENT);
    }
  }

  private static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }
}
