// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to "which IDs does this token have, and how far is it loaded?": one of five kinds.
 *
 * <p>Every answer has a {@linkplain #kind kind}, {@linkplain #ids IDs}, a {@linkplain #level
 * level}, {@linkplain #evidence evidence} and a {@linkplain #inWords reason in words}. The records
 * below have what is specific to their kind. Immutable.
 *
 * @param <I> the kind of ID
 */
public sealed interface LookupAnswer<I extends RuntimeID> {

  /** The subject of the question. */
  String subject();

  /** Which of the five answers this is. */
  Kind kind();

  /**
   * The answer in words without its subject, with the chain from what was observed to what is
   * claimed.
   */
  String inWords();

  /** The answer in words: its subject, then {@link #inWords}. */
  default String why() {
    return subject() + ": " + inWords();
  }

  /** Whether the thing is loaded to any level. */
  default boolean isLoaded() {
    return kind() == Kind.LOADED;
  }

  /** The recorded IDs; empty for what is not loaded, and where no ID was recorded. */
  default List<I> ids() {
    return List.of();
  }

  /** The level that is proved at least; empty for what is not loaded. */
  default Optional<Level> level() {
    return Optional.empty();
  }

  /** What proves the level, strongest first; empty for what is not loaded. */
  default List<Evidence> evidence() {
    return List.of();
  }

  /** The kinds of answers. */
  enum Kind {
    /** It is loaded: {@link Loaded}. */
    LOADED,
    /** Nothing was seen of it: {@link NotSeen}. */
    NOT_SEEN,
    /** The runtime never announced it: {@link NeverAnnounced}. */
    NEVER_ANNOUNCED,
    /** It was not published at the time of the look-up: {@link NotPublished}. */
    NOT_PUBLISHED,
    /** It was unloaded: {@link Unloaded}. */
    UNLOADED;

    /** The name in lower case, as tables print it: {@code never-announced}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * It is loaded.
   *
   * @param <I> the kind of ID
   * @param subject the subject of the question
   * @param atLeast how far, at least; where there are several IDs, how far the furthest of them
   * @param ids its recorded IDs; empty when a rule proves the level and no ID was recorded
   * @param evidence how it is known, strongest first
   */
  record Loaded<I extends RuntimeID>(
      String subject, Level atLeast, List<I> ids, List<Evidence> evidence)
      implements LookupAnswer<I> {

    /** Copies the lists. */
    public Loaded {
      ids = List.copyOf(ids);
      evidence = List.copyOf(evidence);
    }

    @Override
    public Kind kind() {
      return Kind.LOADED;
    }

    @Override
    public Optional<Level> level() {
      return Optional.of(atLeast);
    }

    /** The strongest evidence that proves the level. */
    public Evidence proof() {
      return provingFirst().get(0);
    }

    @Override
    public String inWords() {
      return provingFirst().stream()
          .map(Evidence::inWords)
          .collect(Collectors.joining("; it ", atLeast.inWords() + ", because it ", ""));
    }

    private List<Evidence> provingFirst() {
      return evidence.stream()
          .sorted(Comparator.comparing(each -> each.proves() != atLeast))
          .toList();
    }
  }

  /**
   * Nothing was seen of it, which proves nothing.
   *
   * @param <I> the kind of ID
   * @param subject the subject of the question
   * @param reason the reason why no more is known
   * @param detail the same in words
   */
  record NotSeen<I extends RuntimeID>(String subject, Reason reason, String detail)
      implements LookupAnswer<I> {

    @Override
    public Kind kind() {
      return Kind.NOT_SEEN;
    }

    @Override
    public String inWords() {
      return "not seen; " + detail;
    }
  }

  /** The reasons why only the absence of observations is known. */
  enum Reason {
    /** No fact named its module. */
    MODULE_NOT_MET,
    /** The metadata of its module are at hand and have no such row. */
    NO_SUCH_ROW,
    /** The metadata of its module are not at hand. */
    NO_METADATA,
    /** No fact named it, and not all facts are known. */
    NOT_MET,
    /**
     * It may have been unloaded, with types that it is made of, or facts that contradict each other
     * are about it.
     */
    UNCERTAIN,
    /** The facts of that time were dropped. */
    FORGOTTEN,
    /** It is an open generic type, which the runtime never announces. */
    GENERIC,
    /** It has a part that could not be resolved, or a type parameter that stands for any type. */
    NOT_RESOLVED
  }

  /**
   * The runtime never announced it. It may be published all the same, which is not announced.
   *
   * @param <I> the kind of ID
   * @param subject the subject of the question
   * @param upTo the time up to which coverage is complete
   */
  record NeverAnnounced<I extends RuntimeID>(String subject, long upTo) implements LookupAnswer<I> {

    @Override
    public Kind kind() {
      return Kind.NEVER_ANNOUNCED;
    }

    @Override
    public String inWords() {
      return "never announced up to "
          + Interval.timeInWords(upTo)
          + ", because all that the runtime announced since its start is known;"
          + " this says nothing about whether it is published";
    }
  }

  /**
   * A look-up that loads nothing found that it was not published.
   *
   * @param <I> the kind of ID
   * @param subject the subject of the question
   * @param asOf when that was so
   */
  record NotPublished<I extends RuntimeID>(String subject, long asOf) implements LookupAnswer<I> {

    @Override
    public Kind kind() {
      return Kind.NOT_PUBLISHED;
    }

    @Override
    public String inWords() {
      return "not published at "
          + Interval.timeInWords(asOf)
          + ", because a look-up that loads nothing did not find it then";
    }
  }

  /**
   * It is certainly loaded no more: all its IDs ended, or its module did, whether it was ever
   * loaded there or not.
   *
   * @param <I> the kind of ID
   * @param subject the subject of the question
   * @param when when the last of its IDs ended, or its module
   */
  record Unloaded<I extends RuntimeID>(String subject, long when) implements LookupAnswer<I> {

    @Override
    public Kind kind() {
      return Kind.UNLOADED;
    }

    @Override
    public String inWords() {
      return "unloaded at " + Interval.timeInWords(when);
    }
  }
}
