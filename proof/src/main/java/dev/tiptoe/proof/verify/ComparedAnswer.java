// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.Row;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * One answer to a {@link Question}.
 *
 * @param name the subject of the answer
 * @param shape the form in which the CLR returns it
 * @param ours our reader's answer, in the form that the shape reads
 */
record ComparedAnswer<T extends Row>(String name, Shape shape, Function<T, Object> ours) {

  static <T extends Row> ComparedAnswer<T> number(String name, ToIntFunction<T> ours) {
    return new ComparedAnswer<>(name, Shape.NUMBER, ours::applyAsInt);
  }

  static <T extends Row> ComparedAnswer<T> count(String name, ToIntFunction<T> ours) {
    return new ComparedAnswer<>(name, Shape.COUNT, ours::applyAsInt);
  }

  static <T extends Row> ComparedAnswer<T> token(String name, Function<T, Token> ours) {
    return new ComparedAnswer<>(name, Shape.TOKEN, row -> Shape.token(ours.apply(row)));
  }

  /** Returns an answer that is the token of a row, which may be missing. */
  static <T extends Row> ComparedAnswer<T> row(
      String name, Function<T, Optional<? extends Row>> ours) {
    return token(name, row -> ours.apply(row).<Token>map(Row::token).orElse(new Token(0)));
  }

  static <T extends Row> ComparedAnswer<T> name(Function<T, String> ours) {
    return new ComparedAnswer<>("name", Shape.NAME, ours::apply);
  }

  static <T extends Row> ComparedAnswer<T> blob(String name, Function<T, Bytes> ours) {
    return new ComparedAnswer<>(name, Shape.BLOB, row -> Octets.of(ours.apply(row)));
  }

  static <T extends Row> ComparedAnswer<T> constant(Function<T, Optional<Constant>> ours) {
    return new ComparedAnswer<>("constant", Shape.CONSTANT, row -> Shape.constant(ours.apply(row)));
  }

  static <T extends Row> ComparedAnswer<T> skipped() {
    return new ComparedAnswer<>("", Shape.SKIPPED, row -> "");
  }
}
