// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.view.LoadedEntity;
import dev.tiptoe.profile.view.LoadedTable;
import dev.tiptoe.profile.view.ModuleCoverage;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The types and methods in a trace, each with its level of loadedness at the end; and the types and
 * methods of the program's own modules that are not in the trace.
 */
final class LoadedEntities {

  /** A page with more types, or more methods, is no longer read. */
  private static final int MOST = 100_000;

  /** Those that were not recorded are listed up to this number. */
  private static final int MOST_UNMET = 20_000;

  /** The row of {@code <Module>}, which is no type of the program. */
  private static final int MODULE_ROW = 1;

  /** A TypeDef or MethodDef of a module. */
  private record Definition(ModuleID module, Token token) {}

  private final Trace trace;
  private final Moment end;
  private final Map<Definition, Optional<Fact>> types = new LinkedHashMap<>();
  private final Map<Definition, Optional<Fact>> methods = new LinkedHashMap<>();
  private final List<ModuleCoverage> modules = new ArrayList<>();

  /** The names on the stack that each ID was announced from, innermost first. */
  private final Map<RuntimeID, List<String>> announced = new HashMap<>();

  private final LoadedNames names;
  private int unmet;

  private LoadedEntities(Trace trace) {
    this.trace = trace;
    this.end = trace.end();
    this.names = new LoadedNames(trace, end);
  }

  /**
   * Returns a row for each TypeDef and MethodDef of which an ID was recorded, in the order of the
   * first records, and then those that were not recorded; those of the program before those of
   * .NET. The trace is read once more where it has stacks of loads.
   */
  static LoadedTable of(Trace trace) throws IOException {
    LoadedEntities entities = new LoadedEntities(trace);
    entities.meetTypes();
    entities.meetMethods();
    entities.addUnmet();
    if (trace.statistics().count(RecordType.CALLBACK_SAMPLED) > 0) {
      entities.readStacks();
    }
    return new LoadedTable(entities.rows(), entities.modules);
  }

  private List<LoadedEntity> rows() {
    // Sentences about some have the names of others.
    Map<Definition, String> named = new HashMap<>();
    types.keySet().forEach(type -> named.put(type, names.of(type.module(), type.token())));
    methods.keySet().forEach(each -> named.put(each, names.of(each.module(), each.token())));
    List<LoadedEntity> rows = new ArrayList<>();
    types.forEach(
        (type, met) ->
            rows.add(
                row(
                    type,
                    named.getOrDefault(type, ""),
                    met,
                    end.classIDs(type.module(), type.token()))));
    methods.forEach(
        (each, met) ->
            rows.add(
                row(
                    each,
                    named.getOrDefault(each, ""),
                    met,
                    end.functionIDs(each.module(), each.token()))));
    rows.sort(
        Comparator.comparing((LoadedEntity row) -> isOfDotnet(row.module()))
            .thenComparing(row -> row.firstMet().orElse(Long.MAX_VALUE)));
    return rows;
  }

  private static boolean isOfDotnet(String module) {
    return FrameKind.of("", module) != FrameKind.USER;
  }

  // ---- recorded

  private void meetTypes() {
    trace
        .map()
        .history()
        .classes()
        .filter(fact -> fact.interval().isOpen() && types.size() < MOST)
        .forEach(
            fact -> {
              if (fact.shape() instanceof ClassShape.Defined type && !type.typeDef().isNil()) {
                types.putIfAbsent(new Definition(type.module(), type.typeDef()), Optional.of(fact));
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
                    new Definition(fact.shape().module(), fact.shape().methodDef()),
                    Optional.of(fact)));
  }

  // ---- not recorded

  /**
   * Counts the rows of each module, and lists those of the program's own modules that were not
   * recorded.
   */
  private void addUnmet() {
    trace
        .map()
        .history()
        .modules()
        .filter(fact -> fact.interval().isOpen())
        .forEach(
            fact ->
                names
                    .image(fact.id())
                    .ifPresent(image -> addUnmet(fact.id(), fact.loaded().fileName(), image)));
    modules.sort(Comparator.comparing(module -> isOfDotnet(module.name())));
  }

  private void addUnmet(ModuleID module, String name, Image image) {
    int typeCount = Math.max(0, image.count(TypeDef.TABLE) - MODULE_ROW);
    int methodCount = image.count(MethodDef.TABLE);
    int before = unmet;
    int metTypes = addUnmet(module, TypeDef.TABLE, MODULE_ROW, typeCount, types, name);
    int metMethods = addUnmet(module, MethodDef.TABLE, 0, methodCount, methods, name);
    int notMet = typeCount - metTypes + methodCount - metMethods;
    modules.add(
        new ModuleCoverage(
            name, typeCount, metTypes, methodCount, metMethods, notMet - (unmet - before)));
  }

  /**
   * Adds rows of a table that were not recorded, as far as they are listed; returns how many were.
   */
  private int addUnmet(
      ModuleID module,
      int table,
      int first,
      int count,
      Map<Definition, Optional<Fact>> known,
      String name) {
    int met = 0;
    for (int rid = first + 1; rid <= first + count; rid++) {
      Definition definition = new Definition(module, Token.of(table, rid));
      if (known.containsKey(definition)) {
        met++;
      } else if (!isOfDotnet(name) && unmet < MOST_UNMET) {
        known.put(definition, Optional.empty());
        unmet++;
      }
    }
    return met;
  }

  // ---- the stacks of loads

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
    List<String> path = new ArrayList<>();
    for (FunctionID function : stack.functions()) {
      if (function.value() != 0) {
        path.add(
            trace
                .map()
                .at(at)
                .meaningOf(function)
                .valid()
                .map(names::of)
                .orElseGet(() -> trace.session().nameOf(function, at)));
      }
    }
    return path;
  }

  // ---- rows

  /** Returns the evidence without the level, which it begins with. */
  private String why(LookupAnswer<?> answer) {
    String words = answer.inWords();
    String level = answer.level().map(its -> its.inWords() + ", because ").orElse("");
    return names.inWords(words.startsWith(level) ? words.substring(level.length()) : words);
  }

  private LoadedEntity row(
      Definition definition,
      String name,
      Optional<Fact> met,
      LookupAnswer<? extends RuntimeID> answer) {
    return new LoadedEntity(
        name,
        end.ids()
            .meaningOf(definition.module())
            .valid()
            .map(fact -> fact.loaded().fileName())
            .orElse(""),
        definition.token().toString(),
        answer
            .level()
            .map(level -> level.inWords())
            .orElseGet(() -> answer.kind().toString().replace('-', ' ')),
        met.map(fact -> OptionalLong.of(fact.interval().from())).orElseGet(OptionalLong::empty),
        why(answer),
        answer.ids().stream().map(RuntimeID::toString).collect(Collectors.joining(" ")),
        answer.ids().stream()
            .map(announced::get)
            .filter(stack -> stack != null)
            .findFirst()
            .orElse(List.of()));
  }
}
