// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.IdView;
import java.util.function.Function;

/**
 * The levels at a past time. Late facts may change them. Thread-safe; questions wait for one
 * another.
 */
final class PastLevels implements Loadedness.Source {

  private final IdView view;
  private final TypeFacts facts;
  private Levels levels;

  PastLevels(IdView view, TypeFacts facts) {
    this.view = view;
    this.facts = facts;
    this.levels = compute(view, facts);
  }

  private static Levels compute(IdView view, TypeFacts facts) {
    Inference inference = new Inference(view, facts, module -> true); // nothing is retracted
    inference.begin();
    return inference.levels();
  }

  @Override
  public synchronized <A> A ask(Function<Levels, A> question) {
    A answer = question.apply(levels);
    while (levels.isOutdated()) {
      levels = compute(view, facts); // late facts changed the past
      answer = question.apply(levels);
    }
    return answer;
  }
}
