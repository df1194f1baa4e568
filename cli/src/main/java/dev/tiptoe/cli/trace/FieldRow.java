// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.field.FieldType;
import dev.tiptoe.resolver.field.FieldsAnswer;
import dev.tiptoe.resolver.field.FieldsAnswer.Elements;
import dev.tiptoe.resolver.field.ResolvedField;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field, or the elements of an array, as {@code tiptoe fields} prints it.
 *
 * @param path the names of the fields that contain it and its own, joined with dots
 * @param depth how many fields contain it
 * @param field the field; empty for elements
 * @param type its type
 */
record FieldRow(String path, int depth, Optional<ResolvedField> field, FieldType type) {

  /** Visits the fields of an answer, each before those inside it. */
  static void forEach(FieldsAnswer answer, Consumer<FieldRow> action) {
    forEach(answer, "", 0, action);
  }

  private static void forEach(
      FieldsAnswer answer, String outside, int depth, Consumer<FieldRow> action) {
    if (answer instanceof Elements elements) {
      action.accept(new FieldRow(outside + "[]", depth, Optional.empty(), elements.element()));
    }
    for (ResolvedField field : answer.fields()) {
      String path = outside + field.name();
      action.accept(new FieldRow(path, depth, Optional.of(field), field.type()));
      field.type().embedded().ifPresent(inside -> forEach(inside, path + ".", depth + 1, action));
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
