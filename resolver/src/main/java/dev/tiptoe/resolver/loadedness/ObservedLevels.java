// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotPublished;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import java.util.Optional;

/**
 * The levels of TypeDefs by observation alone, without rules. Thread-safe.
 *
 * @param view the observations
 * @param facts the names of types, and which types can be announced
 * @param rules the rules in use; an answer names those that are withheld
 */
record ObservedLevels(IdView view, TypeFacts facts, WitnessedRules rules) {

  /**
   * The ClassIDs of a TypeDef, and how far it is loaded.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    LookupAnswer<ClassID> observed = view.observedClassIDs(module, typeDef);
    TypeKey key = new TypeKey(module, typeDef);
    String subject = facts.name(key).filter(name -> !name.isEmpty()).orElse(observed.subject());
    if (observed instanceof Loaded<ClassID> loaded) {
      return new Loaded<>(subject, loaded.atLeast(), loaded.ids(), loaded.evidence());
    }
    if (observed instanceof NotPublished<ClassID> not) {
      return new NotPublished<>(subject, not.asOf());
    }
    if (observed instanceof NotSeen<ClassID> not
        && (not.reason() == Reason.UNCERTAIN || not.reason() == Reason.FORGOTTEN)) {
      return new NotSeen<>(subject, not.reason(), not.detail());
    }
    return observed instanceof Unloaded<ClassID> unloaded
        ? new Unloaded<>(subject, unloaded.when())
        : unseen(subject, key);
  }

  /** The absence of a fact about the type proves something only with complete coverage. */
  private LookupAnswer<ClassID> unseen(String subject, TypeKey type) {
    if (view.meaningOf(type.module()).valid().isEmpty()) {
      return new NotSeen<>(subject, Reason.MODULE_NOT_MET, "no fact named its module");
    }
    Optional<TypeDescription> description = facts.type(type);
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

  String withReserve(String detail) {
    return rules.withheld().map(reserve -> detail + "; " + reserve).orElse(detail);
  }
}
