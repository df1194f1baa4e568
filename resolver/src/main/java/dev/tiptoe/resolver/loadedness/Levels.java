// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotPublished;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.Subject;
import dev.tiptoe.resolver.reference.ClassTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is known of how far types are loaded, as a view and a deduction have it. For one thread. */
final class Levels {

  private final IdView view;
  private final Types types;
  private final ClassTypes classTypes;
  private final Deduction deduction;

  Levels(IdView view, Types types, ClassTypes classTypes, Deduction deduction) {
    this.view = view;
    this.types = types;
    this.classTypes = classTypes;
    this.deduction = deduction;
  }

  long time() {
    return view.time();
  }

  Optional<String> withheld() {
    return deduction.rules().withheld();
  }

  /**
   * The ClassIDs of a TypeDef, and how far it is loaded: of a generic one, the furthest of its
   * instantiations.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    LookupAnswer<ClassID> observed = view.classIDs(module, typeDef);
    TypeKey key = new TypeKey(module, typeDef);
    Subject subject = subject(observed.subject(), key, Optional.empty());
    List<Finding> findings = deduction.of(key);
    if (observed.isLoaded()) {
      return loaded(subject, observed.ids(), observed.evidence(), findings);
    }
    if (!findings.isEmpty()) {
      return loaded(subject, findings);
    }
    if (observed instanceof NotPublished<ClassID> not) {
      return new NotPublished<>(subject, not.asOf());
    }
    return observed instanceof Unloaded<ClassID> unloaded
        ? new Unloaded<>(subject, unloaded.when())
        : unseen(subject, key);
  }

  /**
   * The ClassIDs of one type, and how far it is loaded: of an instantiation, that instantiation.
   */
  LookupAnswer<ClassID> of(RuntimeType type) {
    Subject subject = subject(type);
    Optional<String> open = Types.open(type);
    if (open.isPresent()) {
      return new NotSeen<>(subject, Reason.NOT_RESOLVED, open.get());
    }
    Optional<Finding> finding = deduction.of(type);
    if (finding.isPresent()) {
      return loaded(subject, List.of(finding.get()));
    }
    Optional<Finding> canonical = types.canonicalForm(type).flatMap(deduction::of);
    if (canonical.isPresent()) {
      return new NotSeen<>(subject, Reason.NOT_MET, sharedWith(canonical.get()));
    }
    return type instanceof Defined defined && defined.typeArguments().isEmpty()
        ? classIDs(defined.definition().module(), defined.definition().typeDef())
        : new NotSeen<>(
            subject, Reason.NOT_MET, withReserve("no fact named it, which alone proves nothing"));
  }

  /** How far the type of a ClassID is loaded. */
  LookupAnswer<ClassID> of(ClassID id) {
    RuntimeType type = Types.known(id, classTypes);
    Meaning<ClassFact> meaning = view.meaningOf(id);
    if (deduction.of(type).isPresent()) {
      return of(type);
    }
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
    return classTypes.typeOf(id);
  }

  /** The full name of a type, with {@code ?} for what is not known. */
  String nameOf(RuntimeType type) {
    return types.nameOf(type);
  }

  // ---- loaded

  /** What was not observed of the TypeDef itself, and follows. */
  private static LookupAnswer<ClassID> loaded(Subject subject, List<Finding> findings) {
    List<Evidence> evidence = new ArrayList<>();
    findings.forEach(finding -> evidence.addAll(finding.evidence()));
    return loaded(subject, List.of(), evidence, findings);
  }

  private static LookupAnswer<ClassID> loaded(
      Subject subject, List<ClassID> met, List<Evidence> observed, List<Finding> findings) {
    Set<ClassID> ids = new LinkedHashSet<>(met);
    List<Evidence> evidence = new ArrayList<>(observed);
    findings.forEach(finding -> ids.addAll(finding.ids()));
    findings.stream()
        .max(Comparator.comparing(finding -> finding.level().orElseThrow()))
        .filter(furthest -> evidence.stream().noneMatch(each -> reaches(each, furthest)))
        .ifPresent(furthest -> evidence.add(Proof.of(furthest)));
    evidence.sort(Evidence.strongestFirst());
    return new Loaded<>(subject, Evidence.highest(evidence), List.copyOf(ids), evidence);
  }

  private static boolean reaches(Evidence evidence, Finding finding) {
    return evidence.proves().compareTo(finding.level().orElseThrow()) >= 0;
  }

  // ---- not loaded, as far as is known

  private static String sharedWith(Finding canonical) {
    return "no fact named it; its canonical form "
        + canonical.name()
        + " is "
        + canonical.level().orElseThrow().inWords()
        + ", because it "
        + Proof.of(canonical).inWords();
  }

  /** The absence of a fact about the type proves something only with complete coverage. */
  private LookupAnswer<ClassID> unseen(Subject subject, TypeKey type) {
    Optional<TypeDescription> description = types.description(type);
    Optional<ModuleFact> loaded = view.meaningOf(type.module()).valid();
    if (loaded.isEmpty()) {
      return new NotSeen<>(subject, Reason.MODULE_NOT_MET, "its module was not met");
    }
    if (description.isEmpty()) {
      return new NotSeen<>(subject, Reason.NO_METADATA, "its metadata is not available");
    }
    if (description.get().generic()) {
      return new NotSeen<>(
          subject, Reason.GENERIC, "it is generic, and open generic types are never announced");
    }
    return view.isComplete(Coverage.Kind.CLASSES)
        ? new NeverAnnounced<>(subject, view.time())
        : new NotSeen<>(
            subject,
            Reason.NOT_MET,
            withReserve("not all announcements since the runtime's start are known"));
  }

  private String withReserve(String detail) {
    return withheld().map(reserve -> detail + "; " + reserve).orElse(detail);
  }

  // ---- subjects

  private Subject subject(RuntimeType type) {
    if (type instanceof Defined defined) {
      TypeKey key = defined.definition();
      Subject plain = view.classIDs(key.module(), key.typeDef()).subject();
      return subject(plain, key, Optional.of(type));
    }
    return new Subject(new Token(0), "", types.nameOf(type));
  }

  private Subject subject(Subject plain, TypeKey key, Optional<RuntimeType> type) {
    String name =
        types
            .description(key)
            .map(description -> type.map(types::nameOf).orElse(description.name()))
            .orElse("");
    return new Subject(plain.token(), plain.module(), name);
  }
}
