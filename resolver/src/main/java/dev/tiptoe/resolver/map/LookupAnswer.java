// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The answer to "which IDs does this token have, and how far is it loaded?": one of five.
 * Immutable.
 *
 * @param <I> the kind of ID
 */
public sealed interface LookupAnswer<I extends RuntimeID> {

  /** What was asked about. */
  Subject subject();

  /** The answer in words, with the chain from what was observed to what is claimed. */
  String why();

  /**
   * It is loaded.
   *
   * @param <I> the kind of ID
   * @param subject what was asked about
   * @param level how far, at least; where there are several IDs, how far the furthest of them
   * @param ids its IDs, as far as they were met; empty when a rule proves the level and no ID was
   *     met
   * @param evidence how it is known, strongest first
   */
  record Loaded<I extends RuntimeID>(
      Subject subject, Level level, List<I> ids, List<Evidence> evidence)
      implements LookupAnswer<I> {

    /** Copies the lists. */
    public Loaded {
      ids = List.copyOf(ids);
      evidence = List.copyOf(evidence);
    }

    /** The strongest evidence that proves the level. */
    public Evidence proof() {
      return provingFirst().get(0);
    }

    @Override
    public String why() {
      return provingFirst().stream()
          .map(Evidence::inWords)
          .collect(
              Collectors.joining("; it ", subject + ": " + level.inWords() + ", because it ", ""));
    }

    private List<Evidence> provingFirst() {
      return evidence.stream()
          .sorted(Comparator.comparing(each -> each.proves() != level))
          .toList();
    }
  }

  /**
   * Nothing was seen of it, which proves nothing.
   *
   * @param <I> the kind of ID
   * @param subject what was asked about
   * @param reason why no more can be said
   */
  record NotSeen<I extends RuntimeID>(Subject subject, String reason) implements LookupAnswer<I> {

    @Override
    public String why() {
      return subject + ": not seen; " + reason;
    }
  }

  /**
   * The runtime never announced it. It may be published all the same: that is not announced.
   *
   * @param <I> the kind of ID
   * @param subject what was asked about
   * @param upTo the time up to which this is vouched for
   */
  record NeverAnnounced<I extends RuntimeID>(Subject subject, long upTo)
      implements LookupAnswer<I> {

    @Override
    public String why() {
      return subject
          + ": never announced up to "
          + Interval.timeInWords(upTo)
          + ", because all that the runtime announced since its start is known;"
          + " this says nothing about whether it is published";
    }
  }

  /**
   * A look-up that loads nothing found that it was not published.
   *
   * @param <I> the kind of ID
   * @param subject what was asked about
   * @param asOf when that was so
   */
  record NotPublished<I extends RuntimeID>(Subject subject, long asOf) implements LookupAnswer<I> {

    @Override
    public String why() {
      return subject
          + ": not published at "
          + Interval.timeInWords(asOf)
          + ", because a look-up that loads nothing did not find it then";
    }
  }

  /**
   * It is certainly loaded no more: all its IDs ended, or its module did, whether it was ever
   * loaded there or not.
   *
   * @param <I> the kind of ID
   * @param subject what was asked about
   * @param when when the last of its IDs ended, or its module
   */
  record Unloaded<I extends RuntimeID>(Subject subject, long when) implements LookupAnswer<I> {

    @Override
    public String why() {
      return subject + ": unloaded at " + Interval.timeInWords(when);
    }
  }
}
