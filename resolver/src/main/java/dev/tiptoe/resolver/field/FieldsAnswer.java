// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.resolver.reference.RuntimeType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The answer to "which fields does this type have?": its fields, the elements of an array, or the
 * reason why they are not known.
 *
 * <p>Every answer tells its {@linkplain #kind kind}, its {@linkplain #fields fields}, and, where
 * they are not known, {@linkplain #notKnown why}. The records below hold what only their kind has.
 * Immutable.
 */
public sealed interface FieldsAnswer {

  /** Which of the three answers this is. */
  Kind kind();

  /** The full name of the type, with {@code ?} for what is not known. */
  String name();

  /** The fields; empty for an array, and where they are not known. */
  default List<ResolvedField> fields() {
    return List.of();
  }

  /** Why the fields are not known; empty where they are. */
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
   * @param fields those of its base types first, in the order of the metadata; of base types, and
   *     of what is embedded, only those that each instance has
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
   * It is an array and has elements.
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
   * Nobody knows, or it has none.
   *
   * @param reason the kind of reason
   * @param detail what exactly is missing, in words
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

  /** Why the fields of a type are not known. */
  enum Reason {
    /** The ClassID was not met. */
    NOT_MET,
    /** The type was unloaded. */
    UNLOADED,
    /** The type may have been unloaded. */
    UNCERTAIN,
    /** It has none: it is a pointer, or something else of which the runtime tells no more. */
    NO_FIELDS,
    /** It could not be resolved; the detail says why. */
    NOT_RESOLVED,
    /** The metadata of its module are not at hand. */
    NO_METADATA,
    /** The metadata of its module are at hand and have no such row. */
    NO_SUCH_ROW,
    /** The metadata are damaged. */
    DAMAGED,
    /** It contains itself, which no type can that is loaded. */
    CIRCULAR,
    /** There are more, or they are deeper inside one another, than is answered at once. */
    TOO_LARGE
  }
}
