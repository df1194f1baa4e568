// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * "Never announced" is said of no type that any fact named, whatever became of that fact: it may be
 * disputed, late, of a module that nobody knows, or of an ID that may mean nothing any more.
 */
final class AbsenceProofPropertyTest {

  /** Which types facts named, and when their modules were unloaded. */
  private static final class Named implements RuntimeFeed {

    private record Fact(long at, ModuleID module, Token type) {}

    private record Unload(long at, RuntimeID id) {}

    private final List<Fact> facts = new ArrayList<>();
    private final List<Unload> unloads = new ArrayList<>();
    private final Set<RuntimeID> assemblies = new HashSet<>();

    @Override
    public void classLoaded(long at, ClassID id, ClassShape shape) {
      if (shape instanceof ClassShape.Defined type) {
        facts.add(new Fact(at, type.module(), type.typeDef()));
      }
    }

    @Override
    public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
      classLoaded(at, id, shape);
    }

    @Override
    public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
      assemblies.add(loaded.assembly());
    }

    @Override
    public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
      assemblies.add(assembly);
    }

    @Override
    public void unloadStarted(long at, RuntimeID id) {
      unloads.add(new Unload(at, id));
    }

    /** Whether a fact named a type since its module, or any assembly, was unloaded last. */
    boolean isNamed(ModuleID module, Token type, long time) {
      long since =
          unloads.stream()
              .filter(each -> each.at <= time)
              .filter(each -> each.id.equals(module) || assemblies.contains(each.id))
              .mapToLong(Unload::at)
              .max()
              .orElse(Long.MIN_VALUE);
      return facts.stream()
          .anyMatch(
              each ->
                  each.module.equals(module)
                      && each.type.equals(type)
                      && since <= each.at
                      && each.at <= time);
    }
  }

  /** Metadata in which there is every type. */
  private static final TypeFacts ALL =
      new TypeFacts() {
        @Override
        public Optional<TypeDescription> type(TypeKey type) {
          return Optional.of(
              new TypeDescription(
                  "T", Kind.REFERENCE, 0, true, Optional.empty(), List.of(), List.of()));
        }

        @Override
        public Optional<MethodDescription> method(ModuleID module, Token methodDef) {
          return Optional.empty();
        }

        @Override
        public Optional<TypeKey> canonical() {
          return Optional.empty();
        }
      };

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void afterAnyHistory_noNamedType_wasNeverAnnounced(
      @ForAll("histories") List<HistoryStep> history) {
    provesNoAbsenceOfWhatWasNamed(history);
  }

  static void provesNoAbsenceOfWhatWasNamed(List<HistoryStep> history) {
    provesNoAbsenceOfWhatWasNamed(history, 1);
  }

  /** Asks at every so many times, and now. */
  static void provesNoAbsenceOfWhatWasNamed(List<HistoryStep> history, int step) {
    RuntimeIdMap map = complete();
    Named named = new Named();
    long now = 0;
    for (HistoryStep each : history) {
      each.feed(now, named);
      now = each.feed(now, map);
    }
    compare(map, named, now, HistoryStep.MODULES, HistoryStep.RIDS, step);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void toldInAnyOrder_noNamedType_wasNeverAnnounced(
      @ForAll("trueHistories") List<TrueHistory.Step> steps, @ForAll long seed) {
    provesNoAbsenceOfWhatWasNamed(steps, seed);
  }

  static void provesNoAbsenceOfWhatWasNamed(List<TrueHistory.Step> steps, long seed) {
    TrueHistory history = TrueHistory.of(steps);
    provesNoAbsenceOfWhatWasNamed(history, history.shuffled(seed));
  }

  static void provesNoAbsenceOfWhatWasNamed(TrueHistory history, List<TrueHistory.Fact> fed) {
    RuntimeIdMap map = complete();
    Named named = new Named();
    for (TrueHistory.Fact fact : fed) {
      fact.call().accept(named);
      fact.call().accept(map);
      compare(map, named, history.end(), TrueHistory.MODULES, TrueHistory.RIDS, 5);
    }
    compare(map, named, history.end(), TrueHistory.MODULES, TrueHistory.RIDS);
  }

  private static RuntimeIdMap complete() {
    RuntimeIdMap map = new StoredMap();
    map.coverage(0, new Coverage(Set.of(Coverage.Kind.CLASSES), Coverage.State.COMPLETE, ""));
    return map;
  }

  private static void compare(RuntimeIdMap map, Named named, long end, int modules, int rids) {
    compare(map, named, end, modules, rids, 1);
  }

  private static void compare(
      RuntimeIdMap map, Named named, long end, int modules, int rids, long step) {
    for (long time = end % step; time <= end + step; time += step) {
      IdView view = time > end ? map.now() : map.at(time);
      Loadedness levels = Loadedness.at(view, ALL);
      for (int module = 1; module <= modules; module++) {
        for (int rid = 1; rid <= rids; rid++) {
          if (named.isNamed(module(module), typeDef(rid), time)) {
            LookupAnswer<ClassID> answer = levels.classIDs(module(module), typeDef(rid));
            assertNotEquals(LookupAnswer.Kind.NEVER_ANNOUNCED, answer.kind(), answer.why());
          }
        }
      }
    }
  }

  @Provide
  static Arbitrary<List<HistoryStep>> histories() {
    return HistoryPropertyTest.histories();
  }

  @Provide
  static Arbitrary<List<TrueHistory.Step>> trueHistories() {
    return LateFactsPropertyTest.histories();
  }
}
