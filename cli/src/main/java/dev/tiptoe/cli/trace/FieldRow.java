// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.FieldType;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.FieldsAnswer.Elements;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field, or the elements of an array, as {@code tiptoe fields} prints it.
 *
 * @param path the names of the fields that contain it and its own, joined with dots
 * @param depth how many fields contain it
 * @param container the known ClassIDs of the struct that contains it; empty when no field does
 * @param field the field; empty for elements
 * @param type its type
 */
record FieldRow(
    String path,
    int depth,
    List<ClassID> container,
    Optional<ResolvedField> field,
    FieldType type) {

  /** Copies the list. */
  FieldRow {
    container = List.copyOf(container);
  }

  /** Visits the fields of an answer, each before those inside it. */
  static void forEach(FieldsAnswer answer, Consumer<FieldRow> action) {
    forEach(answer, "", 0, List.of(), action);
  }

  private static void forEach(
      FieldsAnswer answer,
      String outside,
      int depth,
      List<ClassID> container,
      Consumer<FieldRow> action) {
    if (answer instanceof Elements elements) {
      action.accept(
          new FieldRow(outside + "[]", depth, container, Optional.empty(), elements.element()));
    }
    for (ResolvedField field : answer.fields()) {
      String path = outside + field.name();
      FieldType type = field.type();
      action.accept(new FieldRow(path, depth, container, Optional.of(field), type));
      type.embedded()
          .ifPresent(inside -> forEach(inside, path + ".", depth + 1, type.ids(), action));
    }
  }

  /** Returns its kind of storage, and whether it is inherited. */
  String storage() {
    return field
        .map(
            each ->
                (each.inherited() ? "inherited " : "")
                    + each.storage().name().toLowerCase(Locale.ROOT))
        .orElse("element");
  }

  /** Returns the row of the field. */
  Optional<Token> token() {
    return field.map(ResolvedField::token);
  }

  /** Returns the TypeDef of its type; empty when it has none, or could not be resolved. */
  Optional<TypeKey> typeDef() {
    return type.type() instanceof Defined defined
        ? Optional.of(defined.definition())
        : Optional.empty();
  }
}
