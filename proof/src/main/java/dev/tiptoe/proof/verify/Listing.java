// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Row;
import java.util.List;
import java.util.function.Function;

/**
 * A method of the CLR that lists the rows that belong to each row of a table, with our list of
 * them.
 *
 * @param method its name
 * @param table the number of the rows' table
 * @param view creates a view of a row
 * @param inputs the arguments between the row's token and the array for the list
 * @param arrays how many arrays it fills; the last one is compared
 * @param ours our list
 */
record Listing<T extends Row>(
    String method,
    int table,
    Row.View<T> view,
    List<Object> inputs,
    int arrays,
    Function<T, List<Token>> ours) {

  /** Creates a list of rows. */
  static <T extends Row> Listing<T> of(
      String method, int table, Row.View<T> view, Function<T, List<? extends Row>> ours) {
    return new Listing<>(
        method,
        table,
        view,
        List.of(),
        1,
        row -> ours.apply(row).stream().<Token>map(Row::token).toList());
  }
}
