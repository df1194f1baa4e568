// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.image.Row;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A question that a method of the CLR answers about each row of a table, with what our reader says
 * to it.
 *
 * @param method its name
 * @param view of the rows
 * @param table the number of their table
 * @param asked about which rows
 * @param present whether our reader has an answer; the CLR then must have one too, and only then
 * @param inputs what the method is given first, as a rule the row's token
 * @param answers what it gives for the parameters after that, in their order
 */
record Question<T extends Row>(
    String method,
    int table,
    Row.View<T> view,
    Predicate<T> asked,
    Predicate<T> present,
    Function<T, Object[]> inputs,
    List<ComparedAnswer<T>> answers) {

  /** About every row, by its token. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array goes nowhere else.
  static <T extends Row> Question<T> of(
      String method, int table, Row.View<T> view, ComparedAnswer<T>... answers) {
    return new Question<>(
        method,
        table,
        view,
        row -> true,
        row -> true,
        row -> new Object[] {row.token().value()},
        List.of(answers));
  }

  /** The same about some rows only. */
  Question<T> about(Predicate<T> some) {
    return new Question<>(method, table, view, some, present, inputs, answers);
  }

  /** The same, which has an answer for some rows only. */
  Question<T> answeredWhere(Predicate<T> some) {
    return new Question<>(method, table, view, asked, some, inputs, answers);
  }

  /** The same, asked by something else than the row's token. */
  Question<T> by(Function<T, Object[]> others) {
    return new Question<>(method, table, view, asked, present, others, answers);
  }
}
