// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Collection;
import java.util.Comparator;

/** The evidence for a load level: an observation, or a deduction from other evidence. Immutable. */
public sealed interface Evidence {

  /** Orders evidence: what was observed, strongest kind first, then what rules imply. */
  static Comparator<Evidence> strongestFirst() {
    return Comparator.comparing(Evidence::isImplied)
        .thenComparing(each -> each instanceof Observed seen ? seen.kind() : EvidenceKind.NAMED);
  }

  /** The highest level that any of the evidence proves; {@code PUBLISHED} without evidence. */
  static Level highest(Collection<? extends Evidence> evidence) {
    return evidence.stream()
        .map(Evidence::proves)
        .max(Comparator.naturalOrder())
        .orElse(Level.PUBLISHED);
  }

  /** Whether a rule implies it. */
  default boolean isImplied() {
    return this instanceof Implied;
  }

  /** Whether it was observed in that way. */
  default boolean isObservedAs(EvidenceKind kind) {
    return this instanceof Observed seen && seen.kind() == kind;
  }

  /** The level it proves. */
  Level proves();

  /** The end of a sentence that begins with its subject, such as "was announced at 12.3 ms". */
  String inWords();

  /**
   * An observation: a fact is the evidence.
   *
   * @param kind the kind of fact
   * @param since the time of the first such fact
   */
  record Observed(EvidenceKind kind, long since) implements Evidence {

    /** Returns the earlier of this and other evidence of the same kind. */
    public Observed earlier(Observed other) {
      return since <= other.since ? this : other;
    }

    @Override
    public Level proves() {
      return kind.proves();
    }

    @Override
    public String inWords() {
      return kind.inWords() + " at " + Interval.timeInWords(since);
    }
  }

  /**
   * A deduction by a rule from evidence about something else.
   *
   * @param proves the level that follows
   * @param because the relation, ending with the something else: "is the base type of Apple"
   * @param premise how the something else is known
   */
  record Implied(Level proves, String because, Evidence premise) implements Evidence {

    /** The whole chain, down to what was observed. */
    @Override
    public String inWords() {
      return because + ", which " + premise.inWords();
    }
  }
}
