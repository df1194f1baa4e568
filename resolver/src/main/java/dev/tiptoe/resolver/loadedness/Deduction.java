// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.loadedness.Finding.Observation;
import dev.tiptoe.resolver.loadedness.Finding.Step;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All that follows from what was observed, kept up with what is observed and taken back. For one
 * thread.
 *
 * <p>Findings are linked by steps, each an application of a rule. No step leads to a higher level
 * than it starts from, so findings are taken up highest level first: that ends for any cycle of
 * types, and of all chains among new facts it finds a shortest. When an observation is taken back,
 * all whose proof leads there fall back to what was observed of them, and rise again by what other
 * steps lead to them: two types that prove each other do not keep each other up.
 */
final class Deduction {

  private static final List<Level> HIGHEST_FIRST =
      List.of(Level.USABLE, Level.ANNOUNCED, Level.PUBLISHED);

  /**
   * How large the types that no fact named may be together. Metadata that lies can make ever more
   * of ever larger ones; beyond this they are not followed.
   */
  private static final int MOST_IMPLIED_PARTS = 2_000_000;

  private final Types types;
  private final WitnessedRules rules;
  private final Map<RuntimeType, Finding> ofTypes = new LinkedHashMap<>();
  private final Map<FunctionID, Finding> ofMethods = new HashMap<>();
  private final Map<TypeKey, Set<Finding>> ofDefinitions = new HashMap<>();
  private final Map<Level, Deque<Finding>> pending = new EnumMap<>(Level.class);
  private final Set<Finding> lowered = new LinkedHashSet<>();

  /** The types that were in no fact when they were first deduced, and their total size. */
  private final Set<Finding> implied = new HashSet<>();

  private int impliedParts;

  Deduction(Types types, WitnessedRules rules) {
    this.types = types;
    this.rules = rules;
    HIGHEST_FIRST.forEach(level -> pending.put(level, new ArrayDeque<>()));
  }

  WitnessedRules rules() {
    return rules;
  }

  // ---- asking

  /** Returns what is known of a type; empty if nothing is. */
  Optional<Finding> of(RuntimeType type) {
    return types.subject(type).map(ofTypes::get).filter(finding -> finding.level().isPresent());
  }

  /** What is known of the instantiations of a TypeDef. */
  List<Finding> of(TypeKey definition) {
    return ofDefinitions.getOrDefault(definition, Set.of()).stream()
        .filter(finding -> finding.level().isPresent())
        .toList();
  }

  // ---- observing

  /** Adds an observation of a type; {@code source} identifies the observation. */
  void observe(RuntimeType type, Object source, Observation observation) {
    types
        .subject(type)
        .ifPresent(
            subject -> observe(ofTypes.computeIfAbsent(subject, this::begin), source, observation));
  }

  /** Adds the base type that the runtime reported for a type, through {@code source}. */
  void observeBase(RuntimeType derived, RuntimeType base, Object source) {
    if (!rules.has(BaseType.RULE)) {
      return;
    }
    Optional<Finding> from = types.subject(derived).map(ofTypes::get);
    Optional<Finding> to = types.subject(base).flatMap(this::implied);
    if (from.isPresent() && to.isPresent()) {
      Consequence follows = BaseType.consequence(base);
      Step step = new Step(from.get(), to.get(), follows.strength(), follows.relation(), true);
      if (from.get().add(step, source)) {
        apply(step);
      }
    }
  }

  /** A method was executing. */
  void observe(Method method, Evidence executing) {
    Finding finding =
        ofMethods.computeIfAbsent(method.id(), id -> Finding.ofMethod(id, method.name()));
    for (MethodRule rule : rules.methods()) {
      rule.consequences(method, types).forEach(each -> link(finding, each));
    }
    observe(finding, method.id(), new Observation(new ClassID(0), List.of(executing)));
  }

  private void observe(Finding finding, Object source, Observation observation) {
    finding.observe(source, observation);
    Optional<Level> observed = finding.observedLevel();
    if (observed.isPresent() && !isAbove(finding.level(), observed.get())) {
      finding.raise(observed.get(), null);
      pending(observed.get()).add(finding);
    }
  }

  private static boolean isAbove(Optional<Level> level, Level other) {
    return level.filter(each -> each.compareTo(other) > 0).isPresent();
  }

  /** Removes what was observed of a type. */
  void forget(RuntimeType type, Object source) {
    types.subject(type).map(ofTypes::get).ifPresent(finding -> forget(finding, source));
  }

  /** Removes what was observed of a method. */
  void forget(FunctionID id) {
    Optional.ofNullable(ofMethods.get(id)).ifPresent(finding -> forget(finding, id));
  }

  private void forget(Finding finding, Object source) {
    finding.forget(source);
    lowered.add(finding);
    finding.takeBack(source).ifPresent(lowered::add);
  }

  // ---- following

  /** Computes what follows from the observations, and what no longer does, since the last call. */
  void settle() {
    Set<Finding> fallen = fallen();
    fallen.forEach(Finding::lower);
    for (Finding finding : fallen) {
      finding.in().stream().filter(step -> !fallen.contains(step.from())).forEach(this::apply);
      finding.level().ifPresent(level -> pending(level).add(finding));
    }
    HIGHEST_FIRST.forEach(this::draw);
    fallen.forEach(this::prune);
  }

  /** Returns all findings whose proof leads to a removed observation. */
  private Set<Finding> fallen() {
    Set<Finding> fallen = new LinkedHashSet<>();
    Deque<Finding> next = new ArrayDeque<>();
    for (Finding finding : lowered) {
      if (!finding.isSupported() && fallen.add(finding)) {
        next.add(finding);
      }
    }
    lowered.clear();
    while (!next.isEmpty()) {
      for (Step step : next.remove().out()) {
        if (step.equals(step.to().proof()) && fallen.add(step.to())) {
          next.add(step.to());
        }
      }
    }
    return fallen;
  }

  private void draw(Level level) {
    Deque<Finding> next = pending(level);
    while (!next.isEmpty()) {
      Finding finding = next.remove();
      if (finding.level().filter(level::equals).isPresent() && finding.drawsFrom(level)) {
        expand(finding);
        finding.out().forEach(this::apply);
      }
    }
  }

  private void expand(Finding finding) {
    if (finding.type().isPresent() && finding.expandOnce()) {
      for (TypeRule rule : rules.types()) {
        rule.consequences(finding.type().get(), types).forEach(each -> link(finding, each));
      }
    }
  }

  private void link(Finding from, Consequence consequence) {
    Optional<Finding> to = types.subject(consequence.type()).flatMap(this::implied);
    if (to.isPresent()) {
      Step step = new Step(from, to.get(), consequence.strength(), consequence.relation(), false);
      if (from.add(step)) {
        apply(step);
      }
    }
  }

  private Optional<Finding> implied(RuntimeType type) {
    Finding known = ofTypes.get(type);
    if (known == null && impliedParts < MOST_IMPLIED_PARTS) {
      impliedParts += type.parts();
      known = ofTypes.computeIfAbsent(type, this::begin);
      implied.add(known);
    }
    return Optional.ofNullable(known);
  }

  private Finding begin(RuntimeType type) {
    Finding finding = Finding.ofType(type, types.nameOf(type));
    if (type instanceof Defined defined) {
      ofDefinitions
          .computeIfAbsent(defined.definition(), any -> new LinkedHashSet<>())
          .add(finding);
    }
    return finding;
  }

  private void apply(Step step) {
    Optional<Level> level = step.from().level().flatMap(step.strength()::from);
    if (level.isPresent() && step.to().isBelow(level.get())) {
      step.to().raise(level.get(), step);
      pending(level.get()).add(step.to());
    }
  }

  /** Removes findings that nothing supports any more, and those that only they led to. */
  private void prune(Finding finding) {
    Deque<Finding> next = new ArrayDeque<>(List.of(finding));
    while (!next.isEmpty()) {
      Finding each = next.remove();
      if (each.level().isEmpty()) {
        each.cut().forEach(step -> next.add(step.to()));
        if (each.in().isEmpty()) {
          remove(each);
        }
      }
    }
  }

  private void remove(Finding finding) {
    finding.method().ifPresent(ofMethods::remove);
    finding.type().ifPresent(ofTypes::remove);
    if (implied.remove(finding)) {
      impliedParts -= finding.type().map(RuntimeType::parts).orElse(0);
    }
    if (finding.type().orElse(null) instanceof Defined defined) {
      ofDefinitions.computeIfPresent(
          defined.definition(),
          (any, all) -> {
            all.remove(finding);
            return all.isEmpty() ? null : all;
          });
    }
  }

  private Deque<Finding> pending(Level level) {
    return Objects.requireNonNull(pending.get(level));
  }
}
