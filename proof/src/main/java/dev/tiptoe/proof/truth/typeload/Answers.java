// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** All answers of a map at its end and at some times before. Immutable. */
final class Answers {

  private static final int TIMES = 5;

  /** A question about a token. */
  private record Row(ModuleID module, Token token) {}

  /**
   * The answers at one time.
   *
   * @param remet the rows that are not compared. After every unload the map holds code without a
   *     declaring class as uncertain until it is met again, and it keeps only so many times at
   *     which it was met; so after a late unload such code may be dated later.
   */
  private record Moment(
      long time, Map<RuntimeID, Fact> facts, Map<Row, LookupAnswer<?>> rows, Set<Row> remet) {

    static Moment of(IdView view) {
      Moment moment = new Moment(view.time(), new HashMap<>(), new HashMap<>(), new HashSet<>());
      Stream.of(
              view.appDomains(),
              view.assemblies(),
              view.modules(),
              view.classes(),
              view.functions(),
              view.threads())
          .forEach(each -> each.forEach(fact -> moment.add(fact, view)));
      return moment;
    }

    private void add(Fact fact, IdView view) {
      if (fact instanceof ClassFact type
          && type.shape() instanceof ClassShape.Defined defined
          && !defined.typeDef().isNil()) {
        Row row = new Row(defined.module(), defined.typeDef());
        rows.computeIfAbsent(row, key -> view.observedClassIDs(key.module(), key.token()));
      }
      if (fact instanceof FunctionFact method && !method.shape().methodDef().isNil()) {
        Row row = new Row(method.shape().module(), method.shape().methodDef());
        rows.computeIfAbsent(row, key -> view.observedFunctionIDs(key.module(), key.token()));
        if (isRemet(method)) {
          remet.add(row);
          return;
        }
      }
      facts.put(fact.id(), fact instanceof FunctionFact method ? undisputed(method) : fact);
    }

    /** A method is disputed when other code lies where its code does, and code is not compared. */
    private static FunctionFact undisputed(FunctionFact method) {
      return new FunctionFact(
          method.id(),
          method.shape(),
          method.interval(),
          method.described(),
          method.evidence(),
          false);
    }

    private static boolean isRemet(FunctionFact method) {
      return method.shape().declaringClass().isNone()
          && method.evidence().stream().allMatch(each -> each.isObservedAs(EvidenceKind.EXECUTING));
    }

    int size() {
      return facts.size() + rows.size();
    }

    Stream<String> differences(Moment other) {
      return Stream.concat(
              differences(facts, other.facts, Set.of()),
              differences(rows, other.rows, union(remet, other.remet)))
          .map(each -> "at " + time + ": " + each);
    }

    private static <K, A> Stream<String> differences(Map<K, A> one, Map<K, A> other, Set<K> left) {
      return union(one.keySet(), other.keySet()).stream()
          .filter(key -> !left.contains(key))
          .filter(key -> !Objects.equals(one.get(key), other.get(key)))
          .map(key -> key + ": " + one.get(key) + ", in another order " + other.get(key));
    }

    private static <K> Set<K> union(Set<K> one, Set<K> other) {
      Set<K> all = new HashSet<>(one);
      all.addAll(other);
      return all;
    }
  }

  private final List<Moment> moments;

  private Answers(List<Moment> moments) {
    this.moments = moments;
  }

  /** Asks a map. */
  static Answers of(RuntimeIdMap map) {
    List<Moment> moments = new ArrayList<>();
    IdView now = map.now();
    moments.add(Moment.of(now));
    Random random = new Random(now.time());
    for (int i = 0; i < TIMES; i++) {
      moments.add(Moment.of(map.at((long) (random.nextDouble() * now.time()))));
    }
    return new Answers(moments);
  }

  /** Returns how many answers there are. */
  int size() {
    return moments.stream().mapToInt(Moment::size).sum();
  }

  /** Returns descriptions of the answers that are different in another map. */
  List<String> differences(RuntimeIdMap other) {
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < moments.size(); i++) {
      Moment moment = moments.get(i);
      Moment there = Moment.of(i == 0 ? other.now() : other.at(moment.time()));
      moment.differences(there).forEach(differences::add);
    }
    return differences;
  }
}
