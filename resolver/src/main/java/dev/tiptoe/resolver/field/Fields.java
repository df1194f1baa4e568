// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.resolver.field.FieldsAnswer.NotKnown;
import dev.tiptoe.resolver.field.FieldsAnswer.Reason;
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
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;

/**
 * Maps a ClassID to the fields of its type at one time. Each field has its actual type from
 * whichever module defines it, that type's known ClassIDs, and its load level with evidence.
 * Structs inside structs are answered with what contains them.
 *
 * <p>For any number of threads. Loadedness is worked out when this is made, see {@link Loadedness};
 * an answer reads the metadata of the types it is about, and is bounded: 10,000 fields, 32 levels
 * of structs. Keeps what {@link Loadedness} keeps.
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

  /** The fields of the types that are loaded in a view; one of now is taken at its newest fact. */
  public static Fields of(IdView view, ModuleImages images) {
    IdView pinned = view.pinned();
    return of(pinned, LoadedTypes.of(images.loadedIn(pinned)));
  }

  /** The same, where it was already worked out which types the loaded modules have. */
  public static Fields of(IdView view, LoadedTypes types) {
    IdView pinned = view.pinned();
    TypeFacts facts = MetadataTypeFacts.of(types);
    return of(pinned, types, facts, Loadedness.of(pinned, facts));
  }

  /**
   * The same, where it was already worked out how far the types are loaded.
   *
   * @param view a view that does not change while facts arrive
   * @param facts what {@code loadedness} was worked out with
   */
  public static Fields of(IdView view, LoadedTypes types, TypeFacts facts, Loadedness loadedness) {
    return new Fields(view, types, facts, loadedness);
  }

  /** The fields of the type that a ClassID stands for. */
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

  /** The fields of a type, whether it has a ClassID or not. */
  public FieldsAnswer of(RuntimeType type) {
    return new FieldListing(this).of(type);
  }

  /** How far the types are loaded that this is about. */
  public Loadedness loadedness() {
    return loadedness;
  }

  LoadedTypes types() {
    return types;
  }

  TypeFacts facts() {
    return facts;
  }

  /** Why a type that could not be resolved has no answer. */
  static NotKnown notKnown(Unresolved type) {
    Reason reason =
        switch (type.why()) {
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
