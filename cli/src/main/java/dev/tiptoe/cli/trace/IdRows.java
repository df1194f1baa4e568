// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdHistory;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** All the IDs of a trace, each as a row. */
final class IdRows {

  private final RuntimeIdMap map;
  private final Session session;

  IdRows(Trace trace) {
    this.map = trace.map();
    this.session = trace.session();
  }

  /** Returns them kind by kind, each in the order in which its IDs were recorded. */
  Stream<IdRow> all() {
    IdHistory history = map.history();
    return Stream.of(
            history.appDomains().map(fact -> plain("appdomain", fact, fact.name())),
            history.assemblies().map(fact -> plain("assembly", fact, fact.name())),
            history.modules().map(this::module),
            history.classes().map(this::type),
            history.functions().map(this::function),
            history.threads().map(fact -> plain("thread", fact, fact.anyName())))
        .flatMap(rows -> rows);
  }

  private static IdRow plain(String kind, Fact fact, String name) {
    return row(kind, fact, Optional.empty(), Optional.empty(), List.of(), name);
  }

  private IdRow module(ModuleFact fact) {
    return row(
        "module",
        fact,
        Optional.of(fact.loaded()),
        Optional.empty(),
        List.of(),
        fact.loaded().path());
  }

  private IdRow type(ClassFact fact) {
    if (fact.shape() instanceof ClassShape.Composite) {
      // The runtime gives no more about a pointer than that it is one.
      return plain("class", fact, "");
    }
    String name = session.nameOf(fact);
    if (fact.shape() instanceof ClassShape.Defined type) {
      Optional<LoadedModule> module = moduleAt(type.module(), fact);
      Optional<Token> token = Optional.of(type.typeDef()).filter(known -> !known.isNil());
      return row("class", fact, module, token, type.typeArguments(), name);
    }
    List<ClassID> element =
        fact.shape() instanceof ClassShape.Array array ? List.of(array.element()) : List.of();
    return row("class", fact, Optional.empty(), Optional.empty(), element, name);
  }

  private IdRow function(FunctionFact fact) {
    return row(
        "function",
        fact,
        moduleAt(fact.shape().module(), fact),
        Optional.of(fact.shape().methodDef()).filter(token -> !token.isNil()),
        fact.shape().typeArguments(),
        session.nameOf(fact));
  }

  private Optional<LoadedModule> moduleAt(ModuleID id, Fact fact) {
    return map.at(fact.interval().from()).meaningOf(id).valid().map(ModuleFact::loaded);
  }

  private static IdRow row(
      String kind,
      Fact fact,
      Optional<LoadedModule> module,
      Optional<Token> token,
      List<ClassID> typeArguments,
      String name) {
    Optional<Long> to =
        fact.interval().isOpen() ? Optional.empty() : Optional.of(fact.interval().to());
    List<String> evidence = fact.evidence().stream().map(IdRows::word).toList();
    return new IdRow(
        kind, fact.id(), module, token, typeArguments, name, evidence, fact.interval().from(), to);
  }

  private static String word(Evidence evidence) {
    return evidence instanceof Evidence.Observed observed
        ? observed.kind().name().toLowerCase(Locale.ROOT).replace('_', '-')
        : "implied";
  }
}
