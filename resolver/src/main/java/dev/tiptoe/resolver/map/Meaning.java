// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.Optional;

/**
 * The meaning of an ID at one time, or the reason why it has none. Immutable.
 *
 * @param <F> the kind of fact
 */
public sealed interface Meaning<F extends Fact> {

  /** The valid fact, where there is one. */
  default Optional<F> valid() {
    return Optional.empty();
  }

  /** The answer in words, with how it is known. */
  String why();

  /**
   * It means this.
   *
   * @param <F> the kind of fact
   * @param fact what it means
   */
  record Valid<F extends Fact>(F fact) implements Meaning<F> {

    @Override
    public Optional<F> valid() {
      return Optional.of(fact);
    }

    @Override
    public String why() {
      String known = fact.id() + " " + fact.evidence().get(0).inWords();
      long described = described(fact);
      return described == fact.interval().from()
          ? known
          : known + ", which a fact of " + Interval.timeInWords(described) + " described";
    }
  }

  private static long described(Fact fact) {
    if (fact instanceof ClassFact type) {
      return type.described();
    }
    return fact instanceof FunctionFact method ? method.described() : fact.interval().from();
  }

  /**
   * It meant this, and means nothing any more.
   *
   * @param <F> the kind of fact
   * @param last what it meant last
   */
  record Ended<F extends Fact>(F last) implements Meaning<F> {

    @Override
    public String why() {
      return last.id() + " was unloaded at " + Interval.timeInWords(last.interval().to());
    }
  }

  /**
   * It had this meaning, and may still have it, or none. This concerns code that instantiations
   * share, and pointers, after any type was unloaded: the runtime does not report what they are
   * made of. It also concerns an ID to which another fact gives another meaning, without an unload
   * that explains it.
   *
   * @param <F> the kind of fact
   * @param last what it meant last; its interval ends where the certainty does
   */
  record Uncertain<F extends Fact>(F last) implements Meaning<F> {

    @Override
    public String why() {
      return last.id()
          + " may have been unloaded at "
          + Interval.timeInWords(last.interval().to())
          + ", with types that it is made of";
    }
  }

  /**
   * The facts of that time were dropped, and what was kept says nothing of this ID.
   *
   * @param <F> the kind of fact
   * @param id the ID
   * @param before the time before which facts were dropped
   */
  record Forgotten<F extends Fact>(RuntimeID id, long before) implements Meaning<F> {

    @Override
    public String why() {
      return "the facts before " + Interval.timeInWords(before) + " were dropped";
    }
  }

  /**
   * Nothing was known of this ID at that time.
   *
   * @param <F> the kind of fact
   * @param id the ID
   */
  record Unknown<F extends Fact>(RuntimeID id) implements Meaning<F> {

    @Override
    public String why() {
      return "no fact named " + id;
    }
  }
}
