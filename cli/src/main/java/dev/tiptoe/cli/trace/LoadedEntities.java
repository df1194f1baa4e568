// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.MethodFrames;
import dev.tiptoe.profile.view.LoadedEntity;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.trace.RecordType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final MethodFrames frames;
  private final IdentityHashMap<Image, Names> names = new IdentityHashMap<>();

  private LoadedEntities(Trace trace) {
    this.trace = trace;
    this.end = trace.end();
    this.frames = new MethodFrames(trace.session(), EnumSet.of(FrameDetail.SOURCE));
  }

  /**
   * Returns a row for each TypeDef and MethodDef of which an ID was met, in the order in which they
   * were met, those of the program before those of .NET. The trace is read once more where it has
   * stacks of loads.
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
    rows.sort(
        Comparator.comparing(LoadedEntities::isOfDotnet)
            .thenComparing(row -> row.firstMet().orElse(Long.MAX_VALUE)));
    return rows;
  }

  private static boolean isOfDotnet(LoadedEntity row) {
    return FrameKind.of("", row.module()) != FrameKind.USER;
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
        names.add(
            trace
                .map()
                .at(at)
                .meaningOf(function)
                .valid()
                .map(this::method)
                .orElseGet(() -> trace.session().nameOf(function, at)));
      }
    }
    return names;
  }

  /** Returns a name as it is written; without its module, what the runtime calls it. */
  private String method(FunctionFact method) {
    FunctionShape shape = method.shape();
    return shape.methodDef().isNil() || image(shape.module()).isEmpty()
        ? trace.session().nameOf(method)
        : frames.of(shape.module(), shape.methodDef()).shown();
  }

  private Optional<Image> image(ModuleID module) {
    return end.ids()
        .meaningOf(module)
        .valid()
        .flatMap(fact -> trace.session().image(fact.loaded()).opened())
        .map(found -> found.image());
  }

  /** Returns a name as it is written, of a type with its namespace. */
  private String name(Definition definition, Fact met) {
    if (met instanceof FunctionFact method) {
      return method(method);
    }
    String name = end.nameOf(definition.module(), definition.token());
    Optional<Image> image = image(definition.module());
    if (image.isEmpty()) {
      return name;
    }
    int nested = name.indexOf('+');
    int namespace = name.lastIndexOf('.', nested < 0 ? name.length() : nested) + 1;
    return name.substring(0, namespace)
        + names
            .computeIfAbsent(image.get(), its -> new Names(its, NameStyle.CSHARP))
            .of(definition.token(), damage -> {});
  }

  /** Returns the evidence without the level, which it begins with. */
  private static String why(LookupAnswer<?> answer) {
    String words = answer.inWords();
    String level = answer.level().map(its -> its.inWords() + ", because ").orElse("");
    return words.startsWith(level) ? words.substring(level.length()) : words;
  }

  private LoadedEntity row(
      Definition definition, Fact met, LookupAnswer<? extends RuntimeID> answer) {
    return new LoadedEntity(
        name(definition, met),
        end.ids()
            .meaningOf(definition.module())
            .valid()
            .map(fact -> fact.loaded().fileName())
            .orElse(""),
        definition.token().toString(),
        answer.level().map(level -> level.inWords()).orElseGet(() -> answer.kind().toString()),
        OptionalLong.of(met.interval().from()),
        why(answer),
        answer.ids().stream().map(RuntimeID::toString).collect(Collectors.joining(" ")),
        answer.ids().stream()
            .map(announced::get)
            .filter(stack -> stack != null)
            .findFirst()
            .orElse(List.of()));
  }
}
