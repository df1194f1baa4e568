// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NeverAnnounced;
import dev.tiptoe.resolver.map.LookupAnswer.NotPublished;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares, for one run of a program that was recorded twice, the claims from each source with the
 * runtime's record.
 */
final class TraceExamination {

  private final Path trace;
  private final UsedRules rules;
  private final ModuleImages images;
  private final RuntimeIdMap whole;
  private final TypeDefs typeDefs;
  private final RecordedTypes recorded;
  private final Judge judge;

  private TraceExamination(
      Path trace,
      UsedRules rules,
      ModuleImages images,
      RuntimeIdMap whole,
      TypeDefs typeDefs,
      TypeLoads record,
      Clocks clocks) {
    this.trace = trace;
    this.rules = rules;
    this.images = images;
    this.whole = whole;
    this.typeDefs = typeDefs;
    recorded = new RecordedTypes(record, clocks, whole, typeDefs);
    judge = new Judge(record, clocks, typeDefs, recorded);
  }

  /**
   * Creates an examination of a trace and the record of the same run; empty when no type in the
   * trace was announced.
   */
  static Optional<TraceExamination> of(Path trace, TypeLoads record, UsedRules rules)
      throws IOException {
    RuntimeIdMap whole = Session.newMap();
    replay(trace, whole);
    ModuleImages images = new ModuleImages(whole::metadataOf);
    TypeDefs typeDefs = TypeDefs.of(whole, images);
    return Clocks.of(whole, typeDefs, record)
        .map(
            clocks ->
                new TraceExamination(
                    trace,
                    rules,
                    images,
                    whole,
                    typeDefs,
                    record.until(clocks.ticks(whole.now().time())),
                    clocks));
  }

  private static void replay(Path trace, RuntimeFeed feed) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(feed);
    }
  }

  List<WitnessReport> conduct(List<Source> sources) throws IOException {
    List<WitnessReport> report = new ArrayList<>();
    for (Source source : sources) {
      RuntimeIdMap map = Session.newMap();
      long began = System.nanoTime();
      replay(trace, rules.into(source.into(map, whole.now().time())));
      long took = System.nanoTime() - began;
      SourceTally tally = new SourceTally();
      tally.count("time to read the trace, ms", TimeUnit.NANOSECONDS.toMillis(took));
      report.add(examine(source, map, tally));
      if (source.isWhole()) {
        report.add(Reordering.of(trace).report(source, map));
      }
    }
    return List.copyOf(report);
  }

  private WitnessReport examine(Source source, RuntimeIdMap map, SourceTally tally) {
    IdView end = map.now().pinned();
    LoadedTypes types = LoadedTypes.of(images.loadedIn(end));
    Loadedness loadedness = Loadedness.at(end, MetadataTypeFacts.of(types));
    end.modules()
        .flatMap(module -> typeDefs.of(module.id()).stream())
        .forEach(type -> examine(type, loadedness, tally));
    map.history().classes().forEach(claim -> examine(claim, end, loadedness, tally));
    tally.count("clocks compared, ns of uncertainty", judge.clocks().uncertainty());
    examineFacts(map, tally);
    return tally.report(source.inWords(), recall(end, loadedness, tally));
  }

  /** The facts of a program do not contradict each other, and none is lost. */
  private static void examineFacts(RuntimeIdMap map, SourceTally tally) {
    map.conflicts()
        .forEach(each -> tally.add("conflict", RecordVerdict.WRONG, () -> "conflict: " + each));
    MapStatistics facts = map.statistics();
    if (facts.lost() > 0) {
      tally.add("lost", RecordVerdict.WRONG, () -> facts.lost() + " facts were lost");
    }
    tally.count("late facts", facts.late());
    tally.count("facts before their description", facts.orphans());
    tally.count("facts without a description", facts.waiting());
    tally.count("types", map.history().classes().count());
    tally.count("types that were unloaded", ended(map.history().classes()));
    tally.count("modules that were unloaded", ended(map.history().modules()));
    tally.count("reused ClassIDs", reused(map.history().classes()));
    tally.count("reused FunctionIDs", reused(map.history().functions()));
    tally.count("reused ModuleIDs", reused(map.history().modules()));
  }

  private static long ended(Stream<? extends Fact> facts) {
    return facts.filter(fact -> !fact.interval().isOpen()).count();
  }

  private static long reused(Stream<? extends Fact> facts) {
    return facts.collect(Collectors.groupingBy(Fact::id, Collectors.counting())).values().stream()
        .filter(meanings -> meanings > 1)
        .count();
  }

  private void examine(ClassFact claim, IdView end, Loadedness loadedness, SourceTally tally) {
    Optional<Loaded<ClassID>> furthest = furthest(claim, end, loadedness);
    tally.add(
        "ID" + furthest.map(loaded -> ", " + inWords(loaded)).orElse(""),
        judge.of(claim, furthest),
        () ->
            furthest.map(Loaded::why).orElseGet(claim::toString)
                + ", but "
                + recorded.loadsOf(claim.id(), Long.MAX_VALUE));
  }

  /** Returns the claim about an ID that is valid at the end. */
  private static Optional<Loaded<ClassID>> furthest(
      ClassFact claim, IdView end, Loadedness loadedness) {
    return end.meaningOf(claim.id()).valid().equals(Optional.of(claim))
            && loadedness.of(claim.id()) instanceof Loaded<ClassID> loaded
        ? Optional.of(loaded)
        : Optional.empty();
  }

  private static String inWords(Loaded<ClassID> loaded) {
    return loaded.atLeast().inWords() + (loaded.proof().isImplied() ? " by rule" : " as observed");
  }

  private void examine(TypeKey type, Loadedness loadedness, SourceTally tally) {
    LookupAnswer<ClassID> answer = loadedness.classIDs(type.module(), type.typeDef());
    if (answer instanceof Loaded<ClassID> loaded) {
      RecordVerdict verdict = judge.of(type, loaded);
      UsedRules.ruleOf(loaded.proof())
          .ifPresent(rule -> tally.count("it " + rule + ": " + verdict.inWords(), 1));
      tally.add(
          "TypeDef, " + inWords(loaded),
          verdict,
          () -> loaded.why() + ", but the record has it " + recorded(type));
    } else if (answer instanceof NeverAnnounced<ClassID> never) {
      tally.add(
          "TypeDef, never announced",
          judge.ofNeverAnnounced(type),
          () -> never.why() + ", but the record has it " + recorded(type));
    } else if (answer instanceof NotPublished<ClassID> not) {
      tally.add(
          "TypeDef, not published",
          judge.ofNotPublished(type, not.asOf()),
          () -> not.why() + ", but the record has it before: " + recorded.loadsOf(type));
    }
  }

  private String recorded(TypeKey type) {
    return recorded.levelOf(type).map(Level::inWords).orElse("nowhere");
  }

  /**
   * Returns the share of known TypeDefs among those that the record has in modules still loaded.
   */
  private Optional<Double> recall(IdView end, Loadedness loadedness, SourceTally tally) {
    Set<TypeKey> asked =
        end.modules()
            .flatMap(module -> typeDefs.of(module.id()).stream())
            .collect(Collectors.toSet());
    Optional<Double> published = Optional.empty();
    for (Level level : Level.values()) {
      List<TypeKey> there = recorded.loadedTo(level).stream().filter(asked::contains).toList();
      long known = there.stream().filter(type -> isKnown(type, level, loadedness)).count();
      if (level == Level.PUBLISHED && !there.isEmpty()) {
        published = Optional.of((double) known / there.size());
      }
      tally.count(
          String.format(Locale.ROOT, "TypeDefs recorded %s", level.inWords()), there.size());
      tally.count(
          String.format(Locale.ROOT, "TypeDefs recorded and known %s", level.inWords()), known);
    }
    return published;
  }

  private static boolean isKnown(TypeKey type, Level level, Loadedness loadedness) {
    return loadedness.classIDs(type.module(), type.typeDef()) instanceof Loaded<ClassID> loaded
        && loaded.atLeast().compareTo(level) >= 0;
  }
}
