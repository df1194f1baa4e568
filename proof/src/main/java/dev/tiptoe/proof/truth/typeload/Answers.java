// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.ModuleID;
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
import java.util.Random;
import java.util.Set;
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
      Map<FunctionFact, Set<NativeCode.Range>> code) {

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
      Map<FunctionFact, Set<NativeCode.Range>> code = new HashMap<>();
      for (Fact fact : facts) {
        if (fact instanceof ClassFact type
            && type.shape() instanceof ClassShape.Defined defined
            && !defined.typeDef().isNil()) {
          Row row = new Row(defined.module(), defined.typeDef());
          rows.computeIfAbsent(row, key -> view.classIDs(key.module(), key.token()));
        } else if (fact instanceof FunctionFact method) {
          code.put(method, Set.copyOf(view.codeOf(method.id())));
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
              only("not so in another order: ", facts, other.facts),
              only("only in another order: ", other.facts, facts),
              only("not so in another order: ", rows.entrySet(), other.rows.entrySet()),
              only("not so in another order: ", code.entrySet(), other.code.entrySet()))
          .flatMap(each -> each)
          .map(each -> "at " + time + ": " + each);
    }

    private static Stream<String> only(String what, Set<?> there, Set<?> missing) {
      return there.stream().filter(each -> !missing.contains(each)).map(each -> what + each);
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
