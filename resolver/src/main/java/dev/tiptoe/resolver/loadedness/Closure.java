// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All that follows from what was observed, worked out once. For one thread, then read only.
 *
 * <p>No rule concludes a higher level than it starts from. So types are taken up highest level
 * first, each once, when nothing better can come: that ends for any cycle of types, and of all
 * chains to a level it finds a shortest.
 */
final class Closure {

  private static final List<Level> HIGHEST_FIRST =
      List.of(Level.USABLE, Level.ANNOUNCED, Level.PUBLISHED);

  private final Types types;
  private final Map<TypeKey, Finding> findings = new HashMap<>();
  private final Map<Level, Deque<Standing>> pending = new EnumMap<>(Level.class);

  private Closure(Types types) {
    this.types = types;
    HIGHEST_FIRST.forEach(level -> pending.put(level, new ArrayDeque<>()));
  }

  /** What is known of each type of which anything is. */
  static Map<TypeKey, Finding> of(IdView view, TypeFacts facts) {
    Closure closure = new Closure(Types.of(view, facts));
    closure.types.all().forEach(type -> closure.observe(type, view));
    view.functions()
        .flatMap(each -> ExecutingMethod.RULE.conclude(each, closure.types).stream())
        .forEach(closure::establish);
    HIGHEST_FIRST.forEach(closure::drawConsequences);
    return closure.findings;
  }

  private void observe(TypeKey type, IdView view) {
    if (view.classIDs(type.module(), type.typeDef())
        instanceof LookupAnswer.Loaded<ClassID> loaded) {
      finding(type).observed(loaded);
      pending(loaded.level()).add(new Standing(type, loaded.level(), loaded.ids(), loaded.proof()));
    }
  }

  private void establish(Standing standing) {
    if (finding(standing.type()).take(standing)) {
      pending(standing.level()).add(standing);
    }
  }

  private void drawConsequences(Level level) {
    Deque<Standing> next = pending(level);
    while (!next.isEmpty()) {
      Standing standing = next.remove();
      if (finding(standing.type()).drawOnce()) {
        BaseType.RULE.conclude(standing, types).ifPresent(this::establish);
        ValueTypeField.RULE.conclude(standing, types).forEach(this::establish);
      }
    }
  }

  private Deque<Standing> pending(Level level) {
    return Objects.requireNonNull(pending.get(level));
  }

  private Finding finding(TypeKey type) {
    return findings.computeIfAbsent(type, key -> new Finding());
  }
}
