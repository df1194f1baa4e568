// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.CatchUp.Step;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code AttachedAgentTest} share, which stand by kind. */
abstract class AttachedAgentFixture {

  static final int SOME = 200;

  @TempDir Path temporary = Path.of("");

  Path folder = Path.of("");

  @BeforeEach
  void resolveLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  /** What was read of a trace so far. */
  record Read(RuntimeIdMap map, TraceStatistics statistics) {

    static Read of(Path trace) throws IOException {
      RuntimeIdMap map = Session.newMap();
      try (TraceReader reader = TraceReader.open(trace)) {
        reader.poll(map);
        return new Read(map, reader.statistics());
      }
    }

    IdView now() {
      return map.now();
    }

    /** The modules of files, which stay. */
    Set<UUID> modules() {
      return now()
          .modules()
          .flatMap(module -> lasting(module).stream())
          .collect(Collectors.toSet());
    }

    /** The MethodDefs that are known in modules of files. */
    Set<String> methods() {
      Set<String> found = new HashSet<>();
      now()
          .functions()
          .forEach(
              function ->
                  now()
                      .meaningOf(function.shape().module())
                      .valid()
                      .map(Read::lasting)
                      .filter(lasting -> !lasting.isEmpty())
                      .ifPresent(
                          lasting -> found.add(lasting + " " + function.shape().methodDef())));
      return found;
    }

    private static Set<UUID> lasting(ModuleFact module) {
      boolean file = module.loaded().path().startsWith("/") && (module.loaded().flags() & 8) == 0;
      return file ? module.loaded().mvid().map(Set::of).orElse(Set.of()) : Set.of();
    }

    boolean isDone(Step step) {
      return statistics.catchUps().stream().anyMatch(each -> each.step() == step && each.isDone());
    }
  }

  String[] settings(Path trace, String... more) {
    List<String> all = new ArrayList<>(List.of("TRACE=" + trace));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }
}
