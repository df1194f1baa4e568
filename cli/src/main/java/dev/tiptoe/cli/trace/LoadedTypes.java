// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.view.LoadedType;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The types that a trace has met, each with how far it is loaded at the trace's end. */
final class LoadedTypes {

  /** A page with more rows is no longer read. */
  private static final int MOST = 100_000;

  /** A type of a module. */
  private record Definition(ModuleID module, Token typeDef) {}

  private LoadedTypes() {}

  /** Returns a row for each TypeDef of which an ID was met, in the order in which they were met. */
  static List<LoadedType> of(Trace trace) {
    Moment end = trace.end();
    Map<Definition, ClassFact> first = new LinkedHashMap<>();
    trace
        .map()
        .history()
        .classes()
        .filter(fact -> fact.interval().isOpen())
        .forEach(
            fact -> {
              if (fact.shape() instanceof ClassShape.Defined type && !type.typeDef().isNil()) {
                first.putIfAbsent(new Definition(type.module(), type.typeDef()), fact);
              }
            });
    return first.entrySet().stream()
        .limit(MOST)
        .map(entry -> row(end, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static LoadedType row(Moment end, Definition type, ClassFact met) {
    LookupAnswer<ClassID> answer = end.classIDs(type.module(), type.typeDef());
    return new LoadedType(
        end.nameOf(type.module(), type.typeDef()),
        end.ids().meaningOf(type.module()).valid().map(fact -> fact.loaded().fileName()).orElse(""),
        type.typeDef().toString(),
        answer.level().map(level -> level.inWords()).orElseGet(() -> answer.kind().toString()),
        OptionalLong.of(met.interval().from()),
        answer.inWords(),
        answer.ids().stream().map(ClassID::toString).collect(Collectors.joining(" ")));
  }
}
