// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.symbols.index.FrameAnswers;
import dev.tiptoe.symbols.index.FrameFunction;
import java.io.Serializable;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.api.java.UDF3;
import org.jspecify.annotations.Nullable;

/** Answers a function for Spark's rows. Sent to executors; thread-safe. */
final class FrameUdf implements Serializable {

  private static final long serialVersionUID = 1;

  private final FrameFunction function;
  private final IndexPlace indexes;
  private transient volatile @Nullable FrameAnswers answers;

  FrameUdf(FrameFunction function, IndexPlace indexes) {
    this.function = function;
    this.indexes = indexes;
  }

  UDF2<Object, Number, @Nullable Object> withoutOffset() {
    return (mvid, number) -> answer(mvid, number, 0);
  }

  UDF3<Object, Number, Number, @Nullable Object> withOffset() {
    return this::answer;
  }

  private @Nullable Object answer(
      @Nullable Object mvid, @Nullable Number number, @Nullable Number ilOffset) {
    if (mvid == null || number == null || ilOffset == null) {
      return null;
    }
    Answer answer = new Answer(function);
    answers().answer(function, mvid.toString(), number.longValue(), ilOffset.longValue(), answer);
    return answer.value();
  }

  private FrameAnswers answers() {
    FrameAnswers known = answers;
    if (known == null) {
      known = new FrameAnswers(indexes.finder());
      answers = known;
    }
    return known;
  }
}
