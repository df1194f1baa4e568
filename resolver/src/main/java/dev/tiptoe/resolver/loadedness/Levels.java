// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import dev.tiptoe.resolver.map.Meaning;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Answers questions about levels: observations from a view, together with conclusions from an
 * inference. For one question; of a view of the past, for any number. For one thread.
 */
final class Levels {

  private final WitnessedRules rules;
  private final TypeForms types;
  private final Observations observations;
  private final Propagation propagation;
  private final IdView view;
  private final ObservedLevels observedLevels;
  private boolean outdated;

  Levels(
      TypeFacts facts,
      WitnessedRules rules,
      Observations observations,
      Propagation propagation,
      TypeForms types) {
    this.rules = rules;
    this.types = types;
    this.observations = observations;
    this.propagation = propagation;
    this.view = observations.view();
    this.observedLevels = new ObservedLevels(view, facts, rules);
  }

  /** Whether the map changed during a question, so that an answer lacks its proof. */
  boolean isOutdated() {
    return outdated;
  }

  long time() {
    return view.time();
  }

  Optional<String> withheld() {
    return rules.withheld();
  }

  /**
   * The ClassIDs of a TypeDef, and how far it is loaded: of a generic one, the furthest of its
   * instantiations.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    LookupAnswer<ClassID> observed = observedLevels.classIDs(module, typeDef);
    InferenceGraph graph = propagation.graph();
    int furthest = InferenceGraph.NONE;
    Set<ClassID> ids = new LinkedHashSet<>(observed.ids());
    List<Evidence> evidence = new ArrayList<>(observed.evidence());
    int node = graph.first(new TypeKey(module, typeDef));
    for (; node != InferenceGraph.NONE; node = graph.sibling(node)) {
      if (graph.rank(node) > Rank.NONE) {
        furthest = graph.rank(node) > graph.rank(furthest) ? node : furthest;
        addNamed(graph.type(node), ids, evidence);
      }
    }
    return furthest == InferenceGraph.NONE
        ? observed
        : loaded(observed.subject(), ids, evidence, furthest);
  }

  /** Adds the IDs that were only named as those of a base type. */
  private void addNamed(RuntimeType type, Set<ClassID> ids, List<Evidence> evidence) {
    observations
        .named(type)
        .forEach(
            (id, seen) -> {
              ids.add(id);
              evidence.add(seen);
            });
  }

  /**
   * The ClassIDs of one type, and how far it is loaded: of an instantiation, that instantiation.
   */
  LookupAnswer<ClassID> of(RuntimeType type) {
    String subject = subject(type);
    Optional<String> open = TypeForms.open(type);
    if (open.isPresent()) {
      return new NotSeen<>(subject, Reason.NOT_RESOLVED, open.get());
    }
    Optional<LookupAnswer<ClassID>> known = known(subject, type);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<RuntimeType> canonical = types.canonicalForm(type).filter(form -> rank(form) > 0);
    if (canonical.isPresent()) {
      return new NotSeen<>(subject, Reason.NOT_MET, sharedWith(canonical.get()));
    }
    return type instanceof Defined defined && defined.typeArguments().isEmpty()
        ? classIDs(defined.definition().module(), defined.definition().typeDef())
        : new NotSeen<>(
            subject,
            Reason.NOT_MET,
            observedLevels.withReserve("no fact named it, which alone proves nothing"));
  }

  /** How far the type of a ClassID is loaded. */
  LookupAnswer<ClassID> of(ClassID id) {
    RuntimeType type = observations.knownType(id);
    Optional<LookupAnswer<ClassID>> known = known(subject(type), type);
    if (known.isPresent()) {
      return known.get();
    }
    Meaning<ClassFact> meaning = view.meaningOf(id);
    if (meaning instanceof Meaning.Valid<ClassFact> valid) {
      List<Evidence> evidence = valid.fact().evidence();
      return new Loaded<>(subject(type), Evidence.highest(evidence), List.of(id), evidence);
    }
    if (meaning instanceof Meaning.Ended<ClassFact> ended) {
      return new Unloaded<>(subject(type), ended.last().interval().to());
    }
    Reason reason =
        meaning instanceof Meaning.Uncertain<ClassFact> ? Reason.UNCERTAIN : Reason.NOT_MET;
    return new NotSeen<>(subject(type), reason, meaning.why());
  }

  /** The type that a ClassID stands for. */
  RuntimeType typeOf(ClassID id) {
    return observations.typeOf(id);
  }

  /** The full name of a type, with {@code ?} for what is not known. */
  String nameOf(RuntimeType type) {
    return types.nameOf(type);
  }

  // ---- loaded

  /** The answer about a type that is loaded, as observed or deduced. */
  private Optional<LookupAnswer<ClassID>> known(String subject, RuntimeType type) {
    Optional<RuntimeType> form =
        TypeForms.open(type).isPresent() ? Optional.empty() : types.subject(type);
    if (form.isEmpty()) {
      return Optional.empty();
    }
    Map<ClassID, List<Evidence>> observed = observations.observed(form.get());
    List<Evidence> evidence = new ArrayList<>();
    observed.values().forEach(evidence::addAll);
    int node = propagation.graph().of(form.get());
    return evidence.isEmpty() && propagation.graph().rank(node) == Rank.NONE
        ? Optional.empty()
        : Optional.of(loaded(subject, observed.keySet(), evidence, node));
  }

  private LookupAnswer<ClassID> loaded(
      String subject, Set<ClassID> ids, List<Evidence> evidence, int furthest) {
    if (propagation.graph().rank(furthest) > Rank.of(evidence)) {
      proof(furthest).ifPresent(evidence::add);
    }
    evidence.sort(Evidence.strongestFirst());
    return new Loaded<>(subject, Evidence.highest(evidence), List.copyOf(ids), evidence);
  }

  private Optional<Evidence> proof(int node) {
    Optional<Evidence> proof = new Proof(propagation).of(node);
    outdated |= proof.isEmpty();
    return proof;
  }

  private int rank(RuntimeType type) {
    return types
        .subject(type)
        .map(form -> Math.max(observations.rank(form), nodeRank(form)))
        .orElse(Rank.NONE);
  }

  private int nodeRank(RuntimeType form) {
    return propagation.graph().rank(propagation.graph().of(form));
  }

  // ---- not loaded, as far as is known

  private String sharedWith(RuntimeType canonical) {
    RuntimeType form = types.subject(canonical).orElseThrow();
    Loaded<ClassID> known = (Loaded<ClassID>) known(subject(form), form).orElseThrow();
    return "no fact named it; its canonical form "
        + types.nameOf(form)
        + " is "
        + known.atLeast().inWords()
        + ", because it "
        + known.proof().inWords();
  }

  private String subject(RuntimeType type) {
    if (type instanceof Defined defined && !types.hasName(defined.definition())) {
      TypeKey key = defined.definition();
      return observedLevels.classIDs(key.module(), key.typeDef()).subject();
    }
    return types.nameOf(type);
  }
}
