// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ClassFact;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All answers of a map at its end and at some times before. Immutable. */
final class Answers {

  private static final int TIMES = 5;

  /** A question about a token. */
  private record Row(ModuleID module, Token token) {}

  /** The answers at one time. */
  private record Moment(
      long time,
      Set<Fact> facts,
      Map<Row, LookupAnswer<?>> rows,
      Map<FunctionID, Set<NativeCode.Range>> code) {

    static Moment of(IdView view) {
      Set<Fact> facts = new HashSet<>();
      Stream.of(
              view.appDomains(),
              view.assemblies(),
              view.modules(),
              view.classes(),
              view.functions(),
              view.threads())
          .forEach(each -> each.forEach(facts::add));
      Map<Row, LookupAnswer<?>> rows = new HashMap<>();
      Map<FunctionID, Set<NativeCode.Range>> code = new HashMap<>();
      for (Fact fact : facts) {
        if (fact instanceof ClassFact type
            && type.shape() instanceof ClassShape.Defined defined
            && !defined.typeDef().isNil()) {
          Row row = new Row(defined.module(), defined.typeDef());
          rows.computeIfAbsent(row, key -> view.classIDs(key.module(), key.token()));
        } else if (fact instanceof FunctionFact method) {
          code.put(method.id(), Set.copyOf(view.codeOf(method.id())));
          if (!method.shape().methodDef().isNil()) {
            Row row = new Row(method.shape().module(), method.shape().methodDef());
            rows.computeIfAbsent(row, key -> view.functionIDs(key.module(), key.token()));
          }
        }
      }
      return new Moment(view.time(), facts, rows, code);
    }

    int size() {
      return facts.size() + rows.size() + code.size();
    }

    Stream<String> differences(Moment other) {
      return Stream.of(
              differences(byMeaning(), other.byMeaning()),
              differences(rows, other.rows))
          .flatMap(each -> each)
          .map(each -> "at " + time + ": " + each);
    }

    /** The facts by what they are about; an ID has one meaning at a time. */
    private Map<RuntimeID, Fact> byMeaning() {
      return facts.stream().collect(Collectors.toMap(Fact::id, fact -> fact));
    }

    private static <K, A> Stream<String> differences(Map<K, A> one, Map<K, A> other) {
      Set<K> all = new HashSet<>(one.keySet());
      all.addAll(other.keySet());
      return all.stream()
          .filter(key -> !Objects.equals(one.get(key), other.get(key)))
          .map(key -> key + ": " + one.get(key) + ", in another order " + other.get(key));
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
