// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.Subject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is known of one type: filled while a {@link Closure} is worked out, then read only. */
final class Finding {

  private final Set<ClassID> ids = new LinkedHashSet<>();
  private final List<Evidence> evidence = new ArrayList<>();
  private Optional<Level> level = Optional.empty();
  private boolean drawn;

  /** Takes what was observed; nothing was taken before. */
  void observed(Loaded<ClassID> loaded) {
    ids.addAll(loaded.ids());
    evidence.addAll(loaded.evidence());
    level = Optional.of(loaded.level());
  }

  /**
   * Takes what a rule implies; whether that raises the level. Evidence for what was known is left
   * out.
   */
  boolean take(Standing standing) {
    ids.addAll(standing.ids());
    boolean raises = level.isEmpty() || standing.level().compareTo(level.get()) > 0;
    if (raises) {
      level = Optional.of(standing.level());
      evidence.add(standing.evidence());
    }
    return raises;
  }

  /** True the first time: consequences are drawn once. */
  boolean drawOnce() {
    boolean first = !drawn;
    drawn = true;
    return first;
  }

  Loaded<ClassID> answer(Subject subject) {
    List<Evidence> strongestFirst = evidence.stream().sorted(Evidence.strongestFirst()).toList();
    return new Loaded<>(subject, level.orElseThrow(), List.copyOf(ids), strongestFirst);
  }
}
