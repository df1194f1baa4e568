// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.Testimony;
import dev.tiptoe.proof.truth.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /** Before .NET 5. */
  private static final String SILENT = "not asked: this runtime writes no such record";

  private static final String OVER = "not asked: it had ended before the agent heard of a type";

  private final UnaryOperator<TypeLoads> memory;
  private final List<Presence> presences;

  /** Puts the whole record beside the claims of an agent that was there in each possible way. */
  public TypeLoadEvents() {
    this(UnaryOperator.identity(), Presence.values());
  }

  /** Puts another record beside the claims: one with other loads must deny some. */
  TypeLoadEvents(UnaryOperator<TypeLoads> memory, Presence... presences) {
    this.memory = memory;
    this.presences = List.of(presences);
  }

  @Override
  public String name() {
    return "TypeLoad events";
  }

  @Override
  public List<Testimony> examine(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException {
    List<Testimony> testimony = new ArrayList<>();
    for (Presence presence : presences) {
      testimony.addAll(examine(installation, runtime, program, presence));
    }
    return List.copyOf(testimony);
  }

  private List<Testimony> examine(
      Installation installation, DotnetRuntime runtime, Program program, Presence presence)
      throws IOException {
    RecordedRun.Company agent = presence.agent(installation, program);
    try (RecordedRun run = RecordedRun.of(runtime, program, agent)) {
      Optional<TypeLoads> loads = run.loads();
      Path trace = Presence.traceIn(run.folder());
      if (loads.isEmpty()) {
        return List.of(none(presence, SILENT));
      }
      Optional<Examination> examination =
          Files.exists(trace) ? Examination.of(trace, memory.apply(loads.get())) : Optional.empty();
      return examination.isPresent()
          ? examination.get().conduct(presence.sources())
          : List.of(none(presence, OVER));
    }
  }

  private static Testimony none(Presence presence, String why) {
    return new Testimony(
        presence.sources().get(0).inWords(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Map.of(why, 1L),
        List.of());
  }
}
