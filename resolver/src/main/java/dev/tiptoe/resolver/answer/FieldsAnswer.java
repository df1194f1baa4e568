// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The answer to "which fields does this type have?": its fields, the elements of an array, or the
 * reason why they are not known.
 *
 * <p>Every answer has a {@linkplain #kind kind}, {@linkplain #fields fields}, and, if these are not
 * known, {@linkplain #notKnown the reason}. The records below have what is specific to their kind.
 * Immutable.
 */
public sealed interface FieldsAnswer {

  /** Returns the kind of this answer. */
  Kind kind();

  /** Returns the full name of the type, with {@code ?} for unknown parts. */
  String name();

  /** Returns the fields; empty for an array, and when they are not known. */
  default List<ResolvedField> fields() {
    return List.of();
  }

  /** Returns the reason why the fields are not known; empty when they are. */
  default Optional<NotKnown> notKnown() {
    return Optional.empty();
  }

  /** The kinds of answers. */
  enum Kind {
    /** The type has fields, or none: {@link Listed}. */
    LISTED,
    /** The type is an array: {@link Elements}. */
    ELEMENTS,
    /** The fields are not known: {@link NotKnown}. */
    NOT_KNOWN
  }

  /**
   * The fields.
   *
   * @param type the type
   * @param name its full name
   * @param fields the fields, those of base types first, in the order of the metadata; base types
   *     and embedded types contribute only instance fields
   * @param cutShort why the fields of a base type are missing; empty if none are
   * @param inlineArrayLength how many times its only field is repeated; empty unless it is an
   *     inline array
   */
  record Listed(
      RuntimeType type,
      String name,
      List<ResolvedField> fields,
      Optional<NotKnown> cutShort,
      OptionalInt inlineArrayLength)
      implements FieldsAnswer {

    /** Copies the list. */
    public Listed {
      fields = List.copyOf(fields);
    }

    @Override
    public Kind kind() {
      return Kind.LISTED;
    }
  }

  /**
   * The type is an array, and has elements.
   *
   * @param type the type
   * @param name its full name
   * @param element the type of the elements
   */
  record Elements(RuntimeType.Array type, String name, FieldType element) implements FieldsAnswer {

    @Override
    public Kind kind() {
      return Kind.ELEMENTS;
    }
  }

  /**
   * The fields are not known, or the type has none.
   *
   * @param reason the kind of reason
   * @param detail the missing item, as text
   */
  record NotKnown(Reason reason, String detail) implements FieldsAnswer {

    @Override
    public Kind kind() {
      return Kind.NOT_KNOWN;
    }

    @Override
    public String name() {
      return "?";
    }

    @Override
    public Optional<NotKnown> notKnown() {
      return Optional.of(this);
    }
  }

  /** The reasons why the fields of a type are not known. */
  enum Reason {
    /** The ClassID is not known. */
    NOT_MET,
    /** The type was unloaded. */
    UNLOADED,
    /** The type may have been unloaded. */
    UNCERTAIN,
    /** It has none: it is a pointer, or another type that the runtime does not describe. */
    NO_FIELDS,
    /** It could not be resolved; the detail has the reason. */
    NOT_RESOLVED,
    /** The metadata of its module is not available. */
    NO_METADATA,
    /** The metadata of its module has no such row. */
    NO_SUCH_ROW,
    /** The metadata is damaged. */
    DAMAGED,
    /** It contains itself, which no loaded type can. */
    CIRCULAR,
    /** It has more fields, or deeper nesting, than one answer may have. */
    TOO_LARGE
  }
}
