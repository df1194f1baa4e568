// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.FieldType;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.FieldsAnswer.Elements;
import dev.tiptoe.resolver.answer.FieldsAnswer.Listed;
import dev.tiptoe.resolver.answer.FieldsAnswer.NotKnown;
import dev.tiptoe.resolver.answer.FieldsAnswer.Reason;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import dev.tiptoe.resolver.answer.Storage;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.loadedness.TypeFacts.Kind;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Computes one answer about fields, including structs inside structs. Used once, not thread-safe.
 */
final class FieldListing {

  private static final int MOST_FIELDS = 10_000;
  private static final int DEEPEST = 32;

  /**
   * The limit for the names of types in one answer: each field of a small file can have a type of
   * kilobytes.
   */
  private static final int MOST_CHARACTERS = 16 << 20;

  /** The greatest number of base types; no loadable class has as many. */
  private static final int MOST_BASES = 1024;

  private static final int LITERAL = 0x40;

  private static final Unresolved SHARED =
      new Unresolved(
          RuntimeType.Reason.SHARED,
          "any reference type: this is the form that shared code is made for");

  private final Fields fields;

  /** The type being listed and the types that contain it. */
  private final Deque<RuntimeType> path = new ArrayDeque<>();

  private final Map<TypeKey, Optional<TypeDescription>> descriptions = new HashMap<>();

  private int listed;
  private int characters;

  FieldListing(Fields fields) {
    this.fields = fields;
  }

  FieldsAnswer of(RuntimeType type) {
    if (type instanceof Array array) {
      return new Elements(array, nameOf(array), fieldType(array.element(), false));
    }
    if (type instanceof Defined defined) {
      return definedType(defined);
    }
    return type instanceof Unresolved unresolved
        ? Fields.notKnown(unresolved)
        : new NotKnown(Reason.NO_FIELDS, nameOf(type) + " has no fields of its own");
  }

  private FieldsAnswer definedType(Defined type) {
    Optional<TypeDescription> description = description(type);
    if (description.isEmpty()) {
      return missing(type);
    }
    if (path.contains(type)) {
      return new NotKnown(Reason.CIRCULAR, nameOf(type) + " contains itself");
    }
    if (path.size() == DEEPEST || isFull()) {
      return tooLarge();
    }
    path.push(type);
    List<ResolvedField> all = new ArrayList<>();
    Optional<NotKnown> cutShort =
        description.get().kind() == Kind.REFERENCE ? listBases(type, all) : Optional.empty();
    list(type, false, all);
    path.pop();
    return new Listed(
        shown(type),
        nameOf(type),
        all,
        isFull() ? Optional.of(tooLarge()) : cutShort,
        InlineArray.length(row(type)));
  }

  /**
   * Lists the fields that the base types add to each instance. Returns the reason why some are
   * missing.
   */
  private Optional<NotKnown> listBases(Defined type, List<ResolvedField> all) {
    Deque<Defined> bases = new ArrayDeque<>();
    Optional<NotKnown> cutShort = Optional.empty();
    Optional<RuntimeType> next = base(type);
    while (next.isPresent() && cutShort.isEmpty()) {
      if (!(next.get() instanceof Defined base) || description(base).isEmpty()) {
        cutShort = Optional.of(missing(next.get()));
      } else if (bases.size() == MOST_BASES) {
        cutShort = Optional.of(new NotKnown(Reason.CIRCULAR, "too many base types"));
      } else {
        bases.push(base);
        next = base(base);
      }
    }
    bases.forEach(base -> list(base, true, all));
    return cutShort;
  }

  private Optional<RuntimeType> base(Defined type) {
    return description(type)
        .flatMap(TypeDescription::base)
        .map(base -> base.substitute(type.typeArguments()));
  }

  private void list(Defined type, boolean inherited, List<ResolvedField> all) {
    for (Field field : row(type).fields()) {
      Storage storage = storage(field);
      if (isFull()) {
        return;
      }
      boolean inItself = !inherited && path.size() == 1;
      if (storage == Storage.INSTANCE || inItself) {
        listed++;
        all.add(resolved(field, storage, type, inherited));
      }
    }
  }

  private ResolvedField resolved(
      Field field, Storage storage, Defined declaring, boolean inherited) {
    RuntimeType written =
        fields.types().type(declaring.definition().module(), () -> signature(field));
    return new ResolvedField(
        field.token(),
        unlessDamaged(field::name, "?"),
        storage,
        shown(declaring),
        inherited,
        unlessDamaged(field::offset, OptionalInt.empty()),
        fieldType(written.substitute(declaring.typeArguments()), storage == Storage.INSTANCE));
  }

  private static TypeSignature signature(Field field) {
    if (Signature.of(field.signature()) instanceof Signature.OfField signature) {
      return signature.type();
    }
    throw field.signature().damaged(0, "no signature of a field");
  }

  private static Storage storage(Field field) {
    if (!unlessDamaged(field::isStatic, false)) {
      return Storage.INSTANCE;
    }
    return (field.flags() & LITERAL) != 0 ? Storage.CONSTANT : Storage.STATIC;
  }

  private FieldType fieldType(RuntimeType type, boolean inPlace) {
    RuntimeType shown = shown(type);
    boolean embedded =
        inPlace
            && type instanceof Defined defined
            && !fields.types().isScalar(defined.definition())
            && description(type).filter(each -> each.kind() != Kind.REFERENCE).isPresent();
    return new FieldType(
        shown,
        nameOf(type),
        fields.loadedness().of(type instanceof Canonical ? shown : type),
        embedded ? Optional.of(of(type)) : Optional.empty());
  }

  /** Returns a type without the canonical argument of shared code, which is no real argument. */
  private static RuntimeType shown(RuntimeType type) {
    return type.contains(Canonical.class)
        ? type.mapLeaves(leaf -> leaf instanceof Canonical ? SHARED : leaf)
        : type;
  }

  private String nameOf(RuntimeType type) {
    String name = fields.loadedness().nameOf(shown(type));
    characters += name.length();
    return name;
  }

  private Optional<TypeDescription> description(RuntimeType type) {
    return type instanceof Defined defined
        ? descriptions.computeIfAbsent(defined.definition(), fields.facts()::type)
        : Optional.empty();
  }

  private TypeDef row(Defined type) {
    return fields.types().row(type.definition()).orElseThrow();
  }

  private NotKnown missing(RuntimeType type) {
    if (type instanceof Unresolved unresolved) {
      return Fields.notKnown(unresolved);
    }
    if (type instanceof Defined defined
        && fields.types().image(defined.definition().module()).isPresent()) {
      return fields.types().row(defined.definition()).isPresent()
          ? new NotKnown(Reason.DAMAGED, "the metadata of " + nameOf(type) + " are damaged")
          : new NotKnown(Reason.NO_SUCH_ROW, nameOf(type) + ": its module has no such row");
    }
    return new NotKnown(
        Reason.NO_METADATA, "the metadata of " + nameOf(type) + " is not available");
  }

  private boolean isFull() {
    return listed >= MOST_FIELDS || characters > MOST_CHARACTERS;
  }

  private static NotKnown tooLarge() {
    String detail =
        "more than "
            + MOST_FIELDS
            + " fields, "
            + DEEPEST
            + " types in one another, or 16 MiB of names";
    return new NotKnown(Reason.TOO_LARGE, detail);
  }

  private static <T> T unlessDamaged(Supplier<T> read, T otherwise) {
    try {
      return read.get();
    } catch (MetadataFormatException damage) {
      return otherwise;
    }
  }
}
