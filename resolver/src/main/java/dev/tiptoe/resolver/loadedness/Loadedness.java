// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * The load level of each type, {@linkplain #at at one time} or {@linkplain #current now}: as
 * observed, and as {@link Rule}s conclude from observations. A rule is left out for a runtime on
 * which it was not witnessed.
 *
 * <p>Thread-safe. Everything is computed when an instance for one time is created, or by the first
 * question to one of now, with a visit to each known type, each executing method, and the metadata
 * of each loaded type; after that an answer is a look-up. Questions wait while one applies changes,
 * except {@link #classIDs} of a type to which no rule leads. Retains the map, the metadata, and
 * some 100 bytes for each type to which a rule leads, and its instantiations and arrays.
 */
public final class Loadedness {

  /** Where the levels come from. Thread-safe. */
  sealed interface Source permits CurrentLevels, PastLevels {

    /** Returns the answer to a question. Questions are answered one at a time. */
    <A> A ask(Function<Levels, A> question);

    /** Returns the answer to the most frequent question. */
    default LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
      return ask(levels -> levels.classIDs(module, typeDef));
    }
  }

  private final Source levels;

  private Loadedness(Source levels) {
    this.levels = levels;
  }

  /**
   * Computes the levels at the time of a view; a view of now is taken at the time of its newest
   * fact.
   */
  public static Loadedness at(IdView view, TypeFacts facts) {
    IdView pinned = view.pinned();
    return new Loadedness(new PastLevels(pinned, facts));
  }

  /**
   * Returns the current levels of a map: each question is answered for the newest fact. The first
   * question visits everything, each later one what changed since the last. Make one for each map.
   *
   * @param facts the facts from metadata for the modules that a view has; called again after any
   *     change to the modules, by a thread that asks. If it returns another object then, what
   *     {@link TypeFacts#changedSince} names is computed anew, or everything
   */
  public static Loadedness current(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    return new Loadedness(new CurrentLevels(map, facts));
  }

  /** Computes what the first question would, or applies the changes that the next would. */
  public void prepare() {
    levels.ask(Levels::time);
  }

  /** Returns the time of the answers: of current levels, that of the newest fact. */
  public long time() {
    return levels.ask(Levels::time);
  }

  /**
   * Returns why rules are not used; empty if they hold for the runtime, or if the feed did not
   * report which runtime it is.
   */
  public Optional<String> withheld() {
    return levels.ask(Levels::withheld);
  }

  /**
   * The ClassIDs of a TypeDef, and how far it is loaded: of a generic one, the furthest of its
   * instantiations.
   *
   * @throws IllegalArgumentException if the token is not of the TypeDef table
   */
  public LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    return levels.classIDs(module, typeDef);
  }

  /**
   * The ClassIDs of one type, and how far it is loaded: of an instantiation, that instantiation.
   */
  public LookupAnswer<ClassID> of(RuntimeType type) {
    return levels.ask(each -> each.of(type));
  }

  /** How far the type of a ClassID is loaded. */
  public LookupAnswer<ClassID> of(ClassID id) {
    return levels.ask(each -> each.of(id));
  }

  /** Whether anything is loaded of a type. */
  public boolean isLoaded(ModuleID module, Token typeDef) {
    return classIDs(module, typeDef).isLoaded();
  }

  /** The type that a ClassID stands for. */
  public RuntimeType typeOf(ClassID id) {
    return levels.ask(each -> each.typeOf(id));
  }

  /** The full name of a type, with {@code ?} for what is not known. */
  public String nameOf(RuntimeType type) {
    return levels.ask(each -> each.nameOf(type));
  }
}
