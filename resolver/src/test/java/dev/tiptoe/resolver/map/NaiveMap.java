// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A naive {@link RuntimeIdMap}: one list of entries, searched from end to end for every question.
 *
 * <p>The model of the property tests, for modules, classes and functions.
 */
final class NaiveMap implements RuntimeFeed {

  /** One meaning of one ID. */
  private static final class Entry {
    final RuntimeID id;
    final long from;
    final Map<EvidenceKind, Long> evidence = new EnumMap<>(EvidenceKind.class);
    Record shape;
    long to = Interval.OPEN;
    boolean disputed;
    boolean doubted;

    /** Where a class or function is defined; empty for what has no module. */
    Optional<Entry> module = Optional.empty();

    Entry(RuntimeID id, long from, Record shape) {
      this.id = id;
      this.from = from;
      this.shape = shape;
    }

    boolean validAt(long time) {
      return from <= time && time < to;
    }

    boolean lives() {
      return to == Interval.OPEN;
    }

    List<Evidence> evidenceAt(long time) {
      List<Evidence> found = new ArrayList<>();
      evidence.forEach(
          (kind, since) -> {
            if (since <= time) {
              found.add(new Evidence.Observed(kind, since));
            }
          });
      return found;
    }

    Meaning<Fact> meaning(long time) {
      if (validAt(time)) {
        return new Meaning.Valid<>(fact(time));
      }
      return doubted ? new Meaning.Uncertain<>(fact(time)) : new Meaning.Ended<>(fact(time));
    }

    boolean isComposite() {
      return shape instanceof ClassShape.Composite;
    }

    boolean isShared() {
      return shape instanceof FunctionShape method
          && method.declaringClass().isNone()
          && method.dynamicName().isEmpty();
    }

    Fact fact(long time) {
      Interval interval = new Interval(from, to);
      if (shape instanceof ClassShape shown) {
        return new ClassFact((ClassID) id, shown, interval, evidenceAt(time), disputed);
      }
      if (shape instanceof FunctionShape shown) {
        return new FunctionFact((FunctionID) id, shown, interval, evidenceAt(time), disputed);
      }
      LoadedModule shown = (LoadedModule) shape;
      return new ModuleFact((ModuleID) id, shown, interval, evidenceAt(time), disputed);
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private long clock = Long.MIN_VALUE;
  private long conflicts;
  private long orphans;
  private long late;
  private long unknownUnloads;

  // ---- questions

  Meaning<Fact> meaningOf(RuntimeID id, long time) {
    return entries.stream()
        .filter(each -> each.id.equals(id) && each.from <= time)
        .reduce((earlier, later) -> later)
        .map(each -> each.meaning(time))
        .orElseGet(() -> new Meaning.Unknown<>(id));
  }

  <I extends RuntimeID> LookupAnswer<I> lookup(ModuleID module, Token token, long time) {
    Optional<Entry> found =
        entries.stream()
            .filter(each -> each.id.equals(module) && each.from <= time)
            .reduce((earlier, later) -> later);
    if (found.isEmpty()) {
      Subject nowhere = new Subject(token, module.toString(), "");
      return new LookupAnswer.NotSeen<>(
          nowhere, LookupAnswer.Reason.MODULE_NOT_MET, "its module was not met");
    }
    Entry in = found.get();
    String file = ((LoadedModule) in.shape).fileName();
    Subject subject = new Subject(token, file.isEmpty() ? module.toString() : file, "");
    if (!in.validAt(time)) {
      return new LookupAnswer.Unloaded<>(subject, in.to);
    }
    return lookup(subject, entries.stream().filter(each -> isDefinedBy(each, in, token)), time);
  }

  @SuppressWarnings("unchecked") // the token's table decides the kind of ID
  private static <I extends RuntimeID> LookupAnswer<I> lookup(
      Subject subject, Stream<Entry> candidates, long time) {
    List<Entry> begun = candidates.filter(each -> each.from <= time).toList();
    List<Entry> valid = begun.stream().filter(each -> each.validAt(time)).toList();
    if (begun.isEmpty()) {
      String detail = "no fact named it, which alone proves nothing";
      return new LookupAnswer.NotSeen<>(subject, LookupAnswer.Reason.NOT_MET, detail);
    }
    if (valid.isEmpty() && begun.stream().anyMatch(each -> each.doubted)) {
      long last =
          begun.stream().filter(each -> each.doubted).mapToLong(each -> each.to).max().getAsLong();
      String when = Interval.timeInWords(last);
      return new LookupAnswer.NotSeen<>(
          subject,
          LookupAnswer.Reason.UNCERTAIN,
          "it may have been unloaded at " + when + ", with types that it is made of");
    }
    if (valid.isEmpty()) {
      long last = begun.stream().mapToLong(each -> each.to).max().orElseThrow();
      return new LookupAnswer.Unloaded<>(subject, last);
    }
    Map<EvidenceKind, Long> first = new EnumMap<>(EvidenceKind.class);
    for (Entry each : valid) {
      each.evidence.forEach((kind, since) -> first.merge(kind, since, Math::min));
    }
    first.values().removeIf(since -> since > time);
    return new LookupAnswer.Loaded<>(
        subject,
        first.keySet().stream().map(EvidenceKind::proves).max(Comparator.naturalOrder()).get(),
        valid.stream().map(each -> (I) each.id).toList(),
        first.entrySet().stream()
            .<Evidence>map(each -> new Evidence.Observed(each.getKey(), each.getValue()))
            .toList());
  }

  Stream<Fact> validAt(Predicate<Record> shape, long time) {
    return entries.stream()
        .filter(each -> shape.test(each.shape) && each.validAt(time))
        .map(each -> each.fact(time));
  }

  MapStatistics statistics() {
    return new MapStatistics(conflicts, late, orphans, 0, unknownUnloads);
  }

  // ---- facts

  @Override
  public void moduleLoaded(long at, ModuleID id, LoadedModule loaded) {
    tick(at);
    met(id, loaded, EvidenceKind.ANNOUNCED);
  }

  @Override
  public void moduleAttached(long at, ModuleID id, AssemblyID assembly) {
    moduleLoaded(at, id, new LoadedModule("", Optional.empty(), assembly, 0, 0));
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    tick(at);
    metClass(id, shape, EvidenceKind.ANNOUNCED);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    tick(at);
    metClass(id, shape, EvidenceKind.of(source));
  }

  private void metClass(ClassID id, ClassShape shape, EvidenceKind kind) {
    boolean begins = live(id).isEmpty();
    Optional<Entry> module =
        begins && shape instanceof ClassShape.Defined defined
            ? Optional.of(named(defined.module()))
            : Optional.empty();
    met(id, (Record) shape, kind);
    if (begins) {
      live(id).orElseThrow().module = module;
    }
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    tick(at);
    boolean begins = live(id).isEmpty();
    Optional<Entry> module = begins ? Optional.of(named(shape.module())) : Optional.empty();
    met(id, shape, EvidenceKind.of(source));
    if (begins) {
      live(id).orElseThrow().module = module;
    }
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    tick(at);
    evidence(live(id), EvidenceKind.of(source), clock);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    for (FunctionID frame : frames) {
      Optional<Entry> executing =
          entries.stream().filter(each -> each.id.equals(frame) && each.validAt(at)).findFirst();
      evidence(executing, EvidenceKind.EXECUTING, at);
    }
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    tick(at);
    Optional<Entry> known = live(id);
    unknownUnloads += known.isPresent() ? 0 : 1;
    List<RuntimeID> dead = new ArrayList<>(List.of(id));
    known.ifPresent(each -> each.to = clock);
    for (int i = 0; i < dead.size(); i++) {
      RuntimeID each = dead.get(i);
      for (Entry entry : entries) {
        if (entry.lives() && dependsOn(entry.shape, each)) {
          entry.to = clock;
          dead.add(entry.id);
        }
      }
    }
    if (!(id instanceof FunctionID)) {
      entries.stream().filter(each -> each.lives() && each.isShared()).forEach(this::doubt);
      entries.stream().filter(each -> each.lives() && each.isComposite()).forEach(this::doubt);
    }
  }

  private void doubt(Entry entry) {
    entry.to = clock;
    entry.doubted = true;
    entries.stream()
        .filter(each -> each.lives() && dependsOn(each.shape, entry.id))
        .forEach(this::doubt);
  }

  private static boolean dependsOn(Record shape, RuntimeID id) {
    if (shape instanceof ClassShape.Defined defined) {
      return id.equals(defined.module())
          || id.equals(defined.parent())
          || defined.typeArguments().contains(id);
    }
    if (shape instanceof ClassShape.Array array) {
      return id.equals(array.element());
    }
    if (shape instanceof FunctionShape function) {
      return id.equals(function.module())
          || id.equals(function.declaringClass())
          || function.typeArguments().contains(id);
    }
    return shape instanceof LoadedModule module && id.equals(module.assembly());
  }

  private void tick(long at) {
    late += at < clock ? 1 : 0;
    clock = Math.max(clock, at);
  }

  private Optional<Entry> live(RuntimeID id) {
    return entries.stream().filter(each -> each.id.equals(id) && each.lives()).findFirst();
  }

  private Entry named(ModuleID id) {
    if (live(id).isEmpty()) {
      met(id, LoadedModule.ofFile(""), EvidenceKind.NAMED);
    }
    return live(id).orElseThrow();
  }

  private void met(RuntimeID id, Record shape, EvidenceKind kind) {
    Entry entry =
        live(id)
            .orElseGet(
                () -> {
                  entries.add(new Entry(id, clock, shape));
                  return entries.get(entries.size() - 1);
                });
    Optional<Record> together = together(entry, shape, kind);
    if (together.isPresent()) {
      entry.shape = together.get();
      evidence(Optional.of(entry), kind, clock);
    } else {
      entry.disputed = true;
      conflicts++;
    }
  }

  private void evidence(Optional<Entry> entry, EvidenceKind kind, long at) {
    entry.ifPresentOrElse(each -> each.evidence.merge(kind, at, Math::min), () -> orphans++);
  }

  /** Between an announcement and a mention, the announcement is right about the base type. */
  private static Optional<Record> together(Entry entry, Record told, EvidenceKind kind) {
    boolean known = entry.evidence.containsKey(EvidenceKind.ANNOUNCED);
    boolean tells = kind == EvidenceKind.ANNOUNCED;
    return together(
        tells && !known && hasParent(told) ? withoutParent(entry.shape) : entry.shape,
        known && !tells && hasParent(entry.shape) ? withoutParent(told) : told);
  }

  private static boolean hasParent(Record shape) {
    return shape instanceof ClassShape.Defined type && !type.parent().isNone();
  }

  private static Record withoutParent(Record shape) {
    return shape instanceof ClassShape.Defined type
        ? new ClassShape.Defined(
            type.module(), type.typeDef(), new ClassID(0), type.typeArguments())
        : shape;
  }

  /** Returns two shapes combined, if they differ only in unknown parts. */
  private static Optional<Record> together(Record known, Record told) {
    if (known instanceof ClassShape.Defined a && told instanceof ClassShape.Defined b) {
      return either(a.parent(), b.parent(), ClassID::isNone)
          .map(p -> new ClassShape.Defined(a.module(), a.typeDef(), p, a.typeArguments()))
          .filter(
              both ->
                  both.equals(
                      new ClassShape.Defined(
                          b.module(), b.typeDef(), both.parent(), b.typeArguments())))
          .map(both -> both);
    }
    if (known instanceof FunctionShape a && told instanceof FunctionShape b) {
      return either(a.declaringClass(), b.declaringClass(), ClassID::isNone)
          .flatMap(
              p ->
                  either(a.typeArguments(), b.typeArguments(), List::isEmpty)
                      .filter(arguments -> with(a, p, arguments).equals(with(b, p, arguments)))
                      .map(arguments -> with(a, p, arguments)));
    }
    if (known instanceof LoadedModule a && told instanceof LoadedModule b) {
      return either(a.path(), b.path(), String::isEmpty)
          .flatMap(
              path ->
                  either(a.assembly(), b.assembly(), AssemblyID::isNone)
                      .map(
                          assembly ->
                              new LoadedModule(
                                  path, a.mvid(), assembly, 0, a.flags() | b.flags())));
    }
    return known.equals(told) ? Optional.of(known) : Optional.empty();
  }

  private static FunctionShape with(FunctionShape shape, ClassID owner, List<ClassID> arguments) {
    return new FunctionShape(
        owner, shape.module(), shape.methodDef(), arguments, shape.dynamicName());
  }

  private static <T> Optional<T> either(T known, T told, Predicate<T> isUnknown) {
    if (isUnknown.test(known)) {
      return Optional.of(told);
    }
    return isUnknown.test(told) || known.equals(told) ? Optional.of(known) : Optional.empty();
  }

  private static boolean isDefinedBy(Entry entry, Entry module, Token token) {
    boolean there = entry.module.filter(each -> each == module).isPresent();
    return there
        && (entry.shape instanceof ClassShape.Defined defined
            ? defined.typeDef().equals(token)
            : entry.shape instanceof FunctionShape function && function.methodDef().equals(token));
  }
}
