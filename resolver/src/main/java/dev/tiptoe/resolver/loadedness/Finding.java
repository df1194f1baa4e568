// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one type or one executing method: what was observed of it, which steps lead to
 * it and from it, and how far it is loaded. For one thread.
 */
final class Finding {

  /**
   * An observation by a fact.
   *
   * @param id of which ClassID; none for a method
   * @param evidence what proves it
   */
  record Observation(ClassID id, List<Evidence> evidence) {}

  private final String name;
  private final Optional<RuntimeType> type;
  private final Optional<FunctionID> method;

  /** By their source: the ID itself, or the one that named it. */
  private final Map<Object, Observation> observed = new LinkedHashMap<>();

  private final Set<Step> in = new LinkedHashSet<>();

  /** The steps that facts reported, by their source. */
  private final Map<Object, Step> told = new HashMap<>();

  private List<Step> out = List.of();
  private boolean expanded;
  private Optional<Level> level = Optional.empty();
  private @Nullable Step proof;

  /** The highest level from which consequences were drawn. */
  private Optional<Level> drawn = Optional.empty();

  private Finding(String name, Optional<RuntimeType> type, Optional<FunctionID> method) {
    this.name = name;
    this.type = type;
    this.method = method;
  }

  static Finding ofType(RuntimeType type, String name) {
    return new Finding(name, Optional.of(type), Optional.empty());
  }

  static Finding ofMethod(FunctionID method, String name) {
    return new Finding(name, Optional.empty(), Optional.of(method));
  }

  String name() {
    return name;
  }

  /** The type; empty for a method. */
  Optional<RuntimeType> type() {
    return type;
  }

  /** The method; empty for a type. */
  Optional<FunctionID> method() {
    return method;
  }

  // ---- what was observed

  void observe(Object source, Observation observation) {
    observed.put(source, observation);
  }

  void forget(Object source) {
    observed.remove(source);
  }

  /** The ClassIDs that it was met under, in the order in which they were met. */
  List<ClassID> ids() {
    return observed.values().stream().map(Observation::id).distinct().toList();
  }

  Optional<Level> observedLevel() {
    return evidence().stream().map(Evidence::proves).max(Comparator.naturalOrder());
  }

  /** What was observed, strongest first. */
  List<Evidence> evidence() {
    return observed.values().stream()
        .map(Observation::evidence)
        .flatMap(Collection::stream)
        .sorted(Evidence.strongestFirst())
        .toList();
  }

  // ---- how far it is loaded

  Optional<Level> level() {
    return level;
  }

  /** The step that proves the level; null where an observation does. */
  @Nullable Step proof() {
    return proof;
  }

  boolean isBelow(Level other) {
    return level.isEmpty() || level.get().compareTo(other) < 0;
  }

  void raise(Level to, @Nullable Step by) {
    level = Optional.of(to);
    proof = by;
  }

  /** Back to what was observed. */
  void lower() {
    level = observedLevel();
    proof = null;
    drawn = Optional.empty();
  }

  /** True once for each level, if no higher one came before. */
  boolean drawsFrom(Level now) {
    boolean first = drawn.isEmpty() || drawn.get().compareTo(now) < 0;
    if (first) {
      drawn = Optional.of(now);
    }
    return first;
  }

  // ---- steps

  Set<Step> in() {
    return in;
  }

  List<Step> out() {
    return out;
  }

  /** True the first time, and again after the steps were {@linkplain #cut taken back}. */
  boolean expandOnce() {
    boolean first = !expanded;
    expanded = true;
    return first;
  }

  /** Adds a step from here. Returns whether it is new. */
  boolean add(Step step) {
    boolean isNew = step.to().in.add(step);
    if (isNew) {
      out = out.isEmpty() ? new ArrayList<>() : out;
      out.add(step);
    }
    return isNew;
  }

  /** Adds a step that holds as long as its {@code source}. Returns whether it is new. */
  boolean add(Step step, Object source) {
    Step before = told.put(source, step);
    return !step.equals(before) && add(step);
  }

  /** Removes the step that depends only on {@code source}. Returns its target, if there was one. */
  Optional<Finding> takeBack(Object source) {
    Step step = told.remove(source);
    if (step == null || told.containsValue(step)) {
      return Optional.empty();
    }
    out.remove(step);
    step.to().in.remove(step);
    return Optional.of(step.to());
  }

  /** Returns whether the proof of the level still holds. */
  boolean isSupported() {
    return proof == null ? level.equals(observedLevel()) : in.contains(proof);
  }

  /** Removes the steps from here. */
  List<Step> cut() {
    List<Step> cut = out;
    cut.forEach(step -> step.to().in.remove(step));
    out = List.of();
    told.clear();
    expanded = false;
    return cut;
  }

  /**
   * One rule, applied to one premise. Equal when the same.
   *
   * @param from the premise
   * @param to the conclusion
   * @param strength how much of the premise's level the conclusion has
   * @param relation how the two are related, ending before the name of the premise
   * @param told whether the runtime reported the relation, rather than the metadata
   */
  record Step(Finding from, Finding to, Strength strength, String relation, boolean told) {}
}
