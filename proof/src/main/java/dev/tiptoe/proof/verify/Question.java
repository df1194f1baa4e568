// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.image.Row;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A question that a method of the CLR answers about each row of a table, with our reader's answer.
 *
 * @param method its name
 * @param view creates a view of a row
 * @param table the number of their table
 * @param asked the rows that it applies to
 * @param present whether our reader has an answer; the CLR must then have one too, and only then
 * @param inputs the first arguments, usually the row's token
 * @param answers the parameters after that, in their order
 */
record Question<T extends Row>(
    String method,
    int table,
    Row.View<T> view,
    Predicate<T> asked,
    Predicate<T> present,
    Function<T, Object[]> inputs,
    List<ComparedAnswer<T>> answers) {

  /** Creates a question about every row, by its token. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is not stored elsewhere.
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

  /** Returns the same question about some rows only. */
  Question<T> about(Predicate<T> some) {
    return new Question<>(method, table, view, some, present, inputs, answers);
  }

  /** Returns the same question, which has an answer for some rows only. */
  Question<T> answeredWhere(Predicate<T> some) {
    return new Question<>(method, table, view, asked, some, inputs, answers);
  }

  /** Returns the same question with other arguments than the row's token. */
  Question<T> by(Function<T, Object[]> others) {
    return new Question<>(method, table, view, asked, present, others, answers);
  }
}
