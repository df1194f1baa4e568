// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.IdView;
import java.util.function.Function;

/** The levels of a time that stays. Thread-safe; questions wait for one another. */
final class LevelsAt implements AskedLevels {

  private final IdView view;
  private final TypeFacts facts;
  private Levels levels;

  LevelsAt(IdView view, TypeFacts facts) {
    this.view = view;
    this.facts = facts;
    this.levels = workOut(view, facts);
  }

  private static Levels workOut(IdView view, TypeFacts facts) {
    Following following = new Following(view, facts, module -> true); // nothing is taken back
    following.begin();
    return following.levels();
  }

  @Override
  public synchronized <A> A ask(Function<Levels, A> question) {
    A answer = question.apply(levels);
    while (levels.isOutdated()) {
      levels = workOut(view, facts); // late facts changed the past
      answer = question.apply(levels);
    }
    return answer;
  }
}
