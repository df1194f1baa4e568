// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.FieldType;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.FieldsAnswer.Elements;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A field, or the elements of an array, as {@code tiptoe fields} prints it.
 *
 * @param path its name behind those of the fields that it is inside of, joined with dots
 * @param depth how many fields it is inside of
 * @param field the field; empty for elements
 * @param type its type
 */
record FieldRow(String path, int depth, Optional<ResolvedField> field, FieldType type) {

  /** The fields of an answer, each before those inside it. */
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

  /** What it is: where its value lies, and whether it was inherited. */
  String storage() {
    return field
        .map(
            each ->
                (each.inherited() ? "inherited " : "")
                    + each.storage().name().toLowerCase(Locale.ROOT))
        .orElse("element");
  }

  /** The row of the field. */
  Optional<Token> token() {
    return field.map(ResolvedField::token);
  }

  /** The TypeDef of its type; empty for what has none, or could not be resolved. */
  Optional<TypeKey> typeDef() {
    return type.type() instanceof Defined defined
        ? Optional.of(defined.definition())
        : Optional.empty();
  }
}
