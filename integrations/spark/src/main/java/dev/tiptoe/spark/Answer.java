// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.symbols.index.FrameFunction;
import org.jspecify.annotations.Nullable;

/** An answer as the object that Spark takes for it; null for none. For one thread. */
final class Answer implements FrameFunction.Receiver {

  private final boolean isInteger;
  private @Nullable Object value;

  Answer(FrameFunction function) {
    this.isInteger = function.type() == FrameFunction.Type.INTEGER;
  }

  @Nullable Object value() {
    return value;
  }

  @Override
  public void text(String answer) {
    value = answer;
  }

  @Override
  public void number(long answer) {
    if (isInteger) {
      value = (int) answer;
    } else {
      value = answer;
    }
  }

  @Override
  public void none() {
    value = null;
  }
}
