// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tries random histories until one fails, and then leaves out of that one all that is not needed.
 * Some ten times as fast as a library for properties, and what it finds has a handful of facts.
 */
final class HistoryHunt {

  /**
   * What a program does next, and how late that is fed.
   *
   * @param step what
   * @param delay behind how many later steps
   */
  record Delayed(TrueHistory.Step step, int delay) {}

  private HistoryHunt() {}

  // ---- histories

  /** A random history of up to 68 facts. */
  static List<HistoryStep> anyHistory(Random random, HistoryStep.Kind... all) {
    List<HistoryStep.Kind> kinds = some(random, all);
    List<HistoryStep> steps = new ArrayList<>();
    for (int count = length(random); count > 0; count--) {
      HistoryStep.Kind kind = kinds.get(random.nextInt(kinds.size()));
      steps.add(new HistoryStep(kind, 1, choice(random), choice(random), choice(random)));
    }
    return steps;
  }

  /**
   * About half of the kinds: what needs several facts of few kinds is far more likely among those
   * alone than among all. (Groce and others, Swarm Testing, ISSTA 2012)
   */
  private static <K> List<K> some(Random random, K[] all) {
    List<K> some = Arrays.stream(all).filter(any -> random.nextBoolean()).toList();
    return some.isEmpty() ? List.of(all) : some;
  }

  /** As many short histories as long ones: after a few unloads, a map takes other ways. */
  private static int length(Random random) {
    return 5 + random.nextInt(1 << (3 + random.nextInt(4)));
  }

  private static int choice(Random random) {
    return random.nextInt(HistoryStep.IDS);
  }

  /** A random history of a program, of up to 68 steps; some facts come late or twice. */
  static List<Delayed> programHistory(Random random) {
    List<TrueHistory.Kind> kinds = some(random, TrueHistory.Kind.values());
    int share = 1 + random.nextInt(8);
    int ids = 2 + random.nextInt(11);
    List<Delayed> steps = new ArrayList<>();
    for (int count = length(random); count > 0; count--) {
      TrueHistory.Step step =
          new TrueHistory.Step(
              kinds.get(random.nextInt(kinds.size())),
              random.nextInt(ids),
              random.nextInt(TrueHistory.CHOICES),
              random.nextInt(3),
              random.nextInt(4) == 0);
      steps.add(new Delayed(step, random.nextInt(share) == 0 ? random.nextInt(40) : 0));
    }
    return steps;
  }

  static TrueHistory program(List<Delayed> steps) {
    return TrueHistory.of(steps.stream().map(Delayed::step).toList());
  }

  /** The facts in the order in which they are fed: each source's in their own order. */
  static List<TrueHistory.Fact> fed(List<Delayed> steps) {
    record Placed(TrueHistory.Fact fact, int place) {}
    TrueHistory history = new TrueHistory();
    Map<Integer, Integer> last = new HashMap<>();
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      int before = history.inOrder().size();
      history.take(steps.get(i).step());
      for (TrueHistory.Fact fact : history.inOrder().subList(before, history.inOrder().size())) {
        int place = Math.max(last.getOrDefault(fact.source(), 0), i + steps.get(i).delay());
        last.put(fact.source(), place);
        placed.add(new Placed(fact, place));
      }
    }
    placed.sort(Comparator.comparingInt(Placed::place));
    return placed.stream().map(Placed::fact).toList();
  }

  // ---- hunting

  /** Fails with the smallest history that fails, among so many. */
  static <S> void hunt(
      int tries,
      long seed,
      Function<Random, List<S>> histories,
      Consumer<List<S>> check,
      Function<List<S>, List<String>> facts) {
    Random random = new Random(seed);
    for (int i = 0; i < tries; i++) {
      List<S> history = histories.apply(random);
      if (failure(history, check).isPresent()) {
        List<S> least = reduced(history, check);
        throw new AssertionError(
            "history " + i + " of seed " + seed + ":\n" + String.join("\n", facts.apply(least)),
            failure(least, check).orElseThrow());
      }
    }
  }

  /** What a check throws. */
  private static <S> Optional<Throwable> failure(List<S> history, Consumer<List<S>> check) {
    try {
      check.accept(history);
      return Optional.empty();
    } catch (RuntimeException | AssertionError failure) {
      return Optional.of(failure);
    }
  }

  /** What is left of a history that fails when nothing more can be left out. */
  private static <S> List<S> reduced(List<S> history, Consumer<List<S>> check) {
    List<S> least = history;
    boolean smaller = true;
    while (smaller) {
      int before = least.size();
      for (int size = before / 2; size >= 1; size /= 2) {
        for (int i = 0; i + size <= least.size(); ) {
          List<S> less = new ArrayList<>(least.subList(0, i));
          less.addAll(least.subList(i + size, least.size()));
          if (failure(less, check).isPresent()) {
            least = less;
          } else {
            i++;
          }
        }
      }
      smaller = least.size() < before;
    }
    return least;
  }

  // ---- in words

  /** The facts of a history, one a line. */
  static List<String> inWords(List<HistoryStep> history) {
    List<String> words = new ArrayList<>();
    RuntimeFeed writer = writer(words);
    long now = 0;
    for (HistoryStep step : history) {
      now = step.feed(now, writer);
    }
    return words;
  }

  /** The facts of a program in the order in which they are fed, one a line. */
  static List<String> fedInWords(List<Delayed> history) {
    List<String> words = new ArrayList<>();
    RuntimeFeed writer = writer(words);
    fed(history).forEach(fact -> fact.call().accept(writer));
    return words;
  }

  private static RuntimeFeed writer(List<String> words) {
    return (RuntimeFeed)
        Proxy.newProxyInstance(
            RuntimeFeed.class.getClassLoader(),
            new Class<?>[] {RuntimeFeed.class},
            (feed, fact, arguments) -> {
              words.add(fact.getName() + Arrays.toString(arguments));
              return null;
            });
  }
}
