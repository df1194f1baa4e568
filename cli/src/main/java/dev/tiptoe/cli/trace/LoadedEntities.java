// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.profile.view.LoadedEntity;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.trace.RecordType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The types and methods that a trace has met, each with how far it is loaded at the end. */
final class LoadedEntities {

  /** A page with more types, or more methods, is no longer read. */
  private static final int MOST = 100_000;

  /** A TypeDef or MethodDef of a module. */
  private record Definition(ModuleID module, Token token) {}

  private final Trace trace;
  private final Moment end;
  private final Map<Definition, Fact> types = new LinkedHashMap<>();
  private final Map<Definition, Fact> methods = new LinkedHashMap<>();

  /** The names on the stack that each ID was announced from, innermost first. */
  private final Map<RuntimeID, List<String>> announced = new HashMap<>();

  private LoadedEntities(Trace trace) {
    this.trace = trace;
    this.end = trace.end();
  }

  /**
   * Returns a row for each TypeDef and MethodDef of which an ID was met, in the order in which they
   * were met. The trace is read once more where it has stacks of loads.
   */
  static List<LoadedEntity> of(Trace trace) throws IOException {
    LoadedEntities entities = new LoadedEntities(trace);
    entities.meetTypes();
    entities.meetMethods();
    if (trace.statistics().count(RecordType.CALLBACK_SAMPLED) > 0) {
      entities.readStacks();
    }
    List<LoadedEntity> rows = new ArrayList<>();
    entities.types.forEach(
        (type, met) ->
            rows.add(entities.row(type, met, entities.end.classIDs(type.module(), type.token()))));
    entities.methods.forEach(
        (method, met) ->
            rows.add(
                entities.row(
                    method, met, entities.end.functionIDs(method.module(), method.token()))));
    return rows;
  }

  private void meetTypes() {
    trace
        .map()
        .history()
        .classes()
        .filter(fact -> fact.interval().isOpen() && types.size() < MOST)
        .forEach(
            fact -> {
              if (fact.shape() instanceof ClassShape.Defined type && !type.typeDef().isNil()) {
                types.putIfAbsent(new Definition(type.module(), type.typeDef()), fact);
              }
            });
  }

  private void meetMethods() {
    trace
        .map()
        .history()
        .functions()
        .filter(fact -> fact.interval().isOpen() && methods.size() < MOST)
        .filter(fact -> !fact.shape().methodDef().isNil())
        .forEach(
            fact ->
                methods.putIfAbsent(
                    new Definition(fact.shape().module(), fact.shape().methodDef()), fact));
  }

  private void readStacks() throws IOException {
    trace.replay(
        new RuntimeFeed() {
          @Override
          public void announcedFrom(long at, RuntimeID id, ThreadID thread, CallStack stack) {
            announced.computeIfAbsent(id, any -> names(at, stack));
          }

          @Override
          public void unloadStarted(long at, RuntimeID id) {
            announced.remove(id);
          }
        });
  }

  private List<String> names(long at, CallStack stack) {
    List<String> names = new ArrayList<>();
    for (FunctionID function : stack.functions()) {
      if (function.value() != 0) {
        names.add(trace.session().nameOf(function, at));
      }
    }
    return names;
  }

  private LoadedEntity row(
      Definition definition, Fact met, LookupAnswer<? extends RuntimeID> answer) {
    return new LoadedEntity(
        end.nameOf(definition.module(), definition.token()),
        end.ids()
            .meaningOf(definition.module())
            .valid()
            .map(fact -> fact.loaded().fileName())
            .orElse(""),
        definition.token().toString(),
        answer.level().map(level -> level.inWords()).orElseGet(() -> answer.kind().toString()),
        OptionalLong.of(met.interval().from()),
        answer.inWords(),
        answer.ids().stream().map(RuntimeID::toString).collect(Collectors.joining(" ")),
        answer.ids().stream()
            .map(announced::get)
            .filter(stack -> stack != null)
            .findFirst()
            .orElse(List.of()));
  }
}
