// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.FieldsAnswer.NotKnown;
import dev.tiptoe.resolver.answer.FieldsAnswer.Reason;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;

/**
 * Maps a ClassID to the fields of its type at one time. Each field has its actual type from
 * whichever module defines it, that type's known ClassIDs, and its load level with evidence.
 * Structs inside structs are listed with the type that contains them.
 *
 * <p>Thread-safe. Loadedness is computed when an instance is created, see {@link Loadedness}. An
 * answer reads the metadata of the types it is about, and is bounded: 10,000 fields, 32 levels of
 * structs. Retains what {@link Loadedness} retains.
 */
public final class Fields {

  private final IdView view;
  private final LoadedTypes types;
  private final TypeFacts facts;
  private final Loadedness loadedness;

  private Fields(IdView view, LoadedTypes types, TypeFacts facts, Loadedness loadedness) {
    this.view = view;
    this.types = types;
    this.facts = facts;
    this.loadedness = loadedness;
  }

  /**
   * Returns the fields of the types that are loaded in a view; a view of now is fixed at its newest
   * fact.
   */
  public static Fields of(IdView view, ModuleImages images) {
    IdView pinned = view.pinned();
    return of(pinned, LoadedTypes.of(images.loadedIn(pinned)));
  }

  /** Returns the same, given the types of the loaded modules. */
  public static Fields of(IdView view, LoadedTypes types) {
    IdView pinned = view.pinned();
    TypeFacts facts = MetadataTypeFacts.of(types);
    return of(pinned, types, facts, Loadedness.at(pinned, facts));
  }

  /**
   * Returns the same, given how far the types are loaded.
   *
   * @param view a view that does not change while facts arrive
   * @param facts the facts from which {@code loadedness} was computed
   */
  public static Fields of(IdView view, LoadedTypes types, TypeFacts facts, Loadedness loadedness) {
    return new Fields(view, types, facts, loadedness);
  }

  /** Returns the fields of the type with a ClassID. */
  public FieldsAnswer of(ClassID id) {
    Meaning<ClassFact> meaning = view.meaningOf(id);
    if (meaning instanceof Meaning.Valid<ClassFact>) {
      return of(loadedness.typeOf(id));
    }
    return meaning instanceof Meaning.Ended<ClassFact> ended
        ? new NotKnown(
            Reason.UNLOADED,
            id + " was unloaded at " + Interval.timeInWords(ended.last().interval().to()))
        : new NotKnown(
            meaning instanceof Meaning.Uncertain<ClassFact> ? Reason.UNCERTAIN : Reason.NOT_MET,
            meaning.why());
  }

  /** Returns the fields of a type, with or without a ClassID. */
  public FieldsAnswer of(RuntimeType type) {
    return new FieldListing(this).of(type);
  }

  /** Returns how far the types of this instance are loaded. */
  public Loadedness loadedness() {
    return loadedness;
  }

  LoadedTypes types() {
    return types;
  }

  TypeFacts facts() {
    return facts;
  }

  /** Returns the answer for a type that could not be resolved. */
  static NotKnown notKnown(Unresolved type) {
    Reason reason =
        switch (type.reason()) {
          case NO_METADATA -> Reason.NO_METADATA;
          case NO_SUCH_ROW -> Reason.NO_SUCH_ROW;
          case DAMAGED -> Reason.DAMAGED;
          case CIRCULAR -> Reason.CIRCULAR;
          case TOO_LARGE -> Reason.TOO_LARGE;
          case NOT_LOADED, NO_SUCH_TYPE, AMBIGUOUS, SHARED -> Reason.NOT_RESOLVED;
        };
    return new NotKnown(reason, type.detail());
  }
}
