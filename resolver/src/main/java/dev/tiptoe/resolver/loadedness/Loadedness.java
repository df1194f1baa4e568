// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Unloaded;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.Subject;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.Map;
import java.util.Optional;

/**
 * How far each type was loaded at one time: by what was observed, and by what follows from that by
 * {@link Rule}s.
 *
 * <p>Any number of threads. Everything is worked out when it is made: a visit to each type that was
 * met, to each method that was met, and to the fields of each type that is loaded; after that an
 * answer is a look-up. Keeps a few hundred bytes for each loaded type, the map and the metadata.
 */
public final class Loadedness {

  private final IdView view;
  private final TypeFacts facts;
  private final Map<TypeKey, Finding> findings;

  private Loadedness(IdView view, TypeFacts facts) {
    this.view = view;
    this.facts = facts;
    this.findings = Closure.of(view, facts);
  }

  /**
   * Works out how far types are loaded at the time of a view; a view of now is taken at the time of
   * its newest fact.
   */
  public static Loadedness of(IdView view, TypeFacts facts) {
    return new Loadedness(view.pinned(), facts);
  }

  /** The time this is about. */
  public long time() {
    return view.time();
  }

  /**
   * The ClassIDs of a TypeDef, and how far it is loaded.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    LookupAnswer<ClassID> observed = view.classIDs(module, typeDef);
    TypeKey key = new TypeKey(module, typeDef);
    Optional<TypeDescription> description = facts.type(key);
    Subject plain = observed.subject();
    String name = description.map(TypeDescription::name).orElse("");
    Subject subject = new Subject(plain.token(), plain.module(), name);
    if (findings.containsKey(key)) {
      return findings.get(key).answer(subject);
    }
    return observed instanceof Unloaded<ClassID> unloaded
        ? new Unloaded<>(subject, unloaded.when())
        : unseen(subject, module, description);
  }

  /** Whether anything is loaded of a type. */
  public boolean isLoaded(ModuleID module, Token typeDef) {
    return classIDs(module, typeDef) instanceof Loaded<ClassID>;
  }

  /** Only with complete coverage does it mean anything that no fact named the type. */
  private LookupAnswer<ClassID> unseen(
      Subject subject, ModuleID module, Optional<TypeDescription> description) {
    Optional<ModuleFact> loaded = view.meaningOf(module).valid();
    if (loaded.isEmpty()) {
      return new NotSeen<>(subject, "its module was not met");
    }
    if (description.isEmpty()) {
      return new NotSeen<>(subject, "its metadata is not at hand");
    }
    if (description.get().generic()) {
      return new NotSeen<>(subject, "it is generic, and open generic types are never announced");
    }
    return view.isComplete(Coverage.Kind.CLASSES)
        ? new NeverAnnounced<>(subject, view.time())
        : new NotSeen<>(subject, "not all announcements since the runtime's start are known");
  }
}
