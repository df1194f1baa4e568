// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A naive {@link RuntimeIdMap}: goes through all facts in the order of their own times, into one
 * list of entries, which is searched from end to end for every question.
 *
 * <p>The model of the property tests, for modules, classes and functions.
 */
final class NaiveMap implements RuntimeFeed {

  /** One meaning of one ID. */
  private static final class Entry {
    final RuntimeID id;
    final long described;
    long from;
    final Map<EvidenceKind, Long> evidence = new EnumMap<>(EvidenceKind.class);
    Record shape;
    long to = Interval.OPEN;
    boolean disputed;
    boolean doubted;

    /** Another meaning was reported from {@link #to} on, and no end since. */
    boolean contested;

    /** It was contested once: nobody knows what the ID meant since then. */
    boolean unknown;

    /** Something that it depends on has ended since it became uncertain. */
    boolean over;

    /** Where a class or function is defined; empty for what has no module. */
    Optional<Entry> module = Optional.empty();

    Entry(RuntimeID id, long from, Record shape) {
      this.id = id;
      this.from = from;
      this.described = from;
      this.shape = shape;
    }

    boolean validAt(long time) {
      return from <= time && time < to;
    }

    boolean lives() {
      return to == Interval.OPEN;
    }

    /** Something has ended that it depends on. */
    void end() {
      contested = false;
      over = true;
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
        return new ClassFact((ClassID) id, shown, interval, described, evidenceAt(time), disputed);
      }
      if (shape instanceof FunctionShape shown) {
        return new FunctionFact(
            (FunctionID) id, shown, interval, described, evidenceAt(time), disputed);
      }
      LoadedModule shown = (LoadedModule) shape;
      return new ModuleFact((ModuleID) id, shown, interval, evidenceAt(time), disputed);
    }
  }

  /** A fact: what it does, at its own time. */
  private record Fed(long at, Runnable fact) {}

  /** An observation of an ID that means nothing yet. */
  private record Early(RuntimeID id, EvidenceKind kind, long at) {}

  /** That a fact named a token which no entry has, since others contradict it. */
  private record Named(ModuleID module, Token token, long at) {

    boolean isAbout(ModuleID asked, Token of, long since, long until) {
      return module.equals(asked) && token.equals(of) && since <= at && at <= until;
    }
  }

  /** A piece of code, and when its owner was reported. */
  private record Code(FunctionID id, long at, NativeCode.Range range) {}

  private final List<Code> pieces = new ArrayList<>();
  private final List<Named> named = new ArrayList<>();
  private final List<Fed> fed = new ArrayList<>();
  private final List<Entry> entries = new ArrayList<>();
  private final List<Early> early = new ArrayList<>();
  private long newest = Long.MIN_VALUE;
  private long clock = Long.MIN_VALUE;
  private long conflicts;
  private long orphans;
  private long late;
  private long unknownUnloads;

  /** Processes all facts that were fed. */
  void settle() {
    entries.clear();
    early.clear();
    named.clear();
    pieces.clear();
    conflicts = 0;
    orphans = 0;
    unknownUnloads = 0;
    fed.stream()
        .sorted(Comparator.comparingLong(Fed::at))
        .forEachOrdered(
            each -> {
              clock = each.at;
              each.fact.run();
            });
  }

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
    if (found.filter(each -> each.validAt(time)).isEmpty()) {
      // What was observed before any fact named its module.
      Optional<LookupAnswer<I>> early =
          entries.stream()
              .filter(each -> each.id.equals(module) && each.from > time)
              .findFirst()
              .map(
                  next ->
                      lookup(subject(module, token, next), begun(next, token, time), false, time));
      if (early.filter(LookupAnswer::isLoaded).isPresent()) {
        return early.get();
      }
    }
    if (found.isEmpty()) {
      String nowhere = token + " in " + module;
      return new LookupAnswer.NotSeen<>(
          nowhere, LookupAnswer.Reason.MODULE_NOT_MET, "no fact named its module");
    }
    Entry in = found.get();
    String subject = subject(module, token, in);
    if (!in.validAt(time) && in.doubted) {
      return new LookupAnswer.NotSeen<>(
          subject, LookupAnswer.Reason.UNCERTAIN, "it is not known which module its ID means");
    }
    if (!in.validAt(time)) {
      return new LookupAnswer.Unloaded<>(subject, in.to);
    }
    List<Entry> begun = begun(in, token, time);
    long since = certainEndBefore(in);
    boolean claimed = named.stream().anyMatch(each -> each.isAbout(module, token, since, time));
    return lookup(subject, begun, claimed, time);
  }

  private static String subject(ModuleID module, Token token, Entry in) {
    String file = ((LoadedModule) in.shape).fileName();
    return token + " in " + (file.isEmpty() ? module : file);
  }

  private List<Entry> begun(Entry in, Token token, long time) {
    return entries.stream()
        .filter(each -> isDefinedBy(each, in, token) && each.from <= time)
        .toList();
  }

  @SuppressWarnings("unchecked") // the token's table decides the kind of ID
  private static <I extends RuntimeID> LookupAnswer<I> lookup(
      String subject, List<Entry> begun, boolean claimed, long time) {
    List<Entry> valid =
        begun.stream()
            .filter(each -> each.validAt(time))
            .sorted(Comparator.comparingLong(each -> each.from))
            .toList();
    if (valid.isEmpty() && begun.stream().anyMatch(each -> each.doubted)) {
      long last =
          begun.stream().filter(each -> each.doubted).mapToLong(each -> each.to).max().getAsLong();
      String when = Interval.timeInWords(last);
      return new LookupAnswer.NotSeen<>(
          subject,
          LookupAnswer.Reason.UNCERTAIN,
          "it may have been unloaded at " + when + ", with types that it is made of");
    }
    if (valid.isEmpty() && claimed) {
      return new LookupAnswer.NotSeen<>(
          subject, LookupAnswer.Reason.UNCERTAIN, "a fact named it that others contradict");
    }
    if (begun.isEmpty()) {
      String detail = "no fact named it, which alone proves nothing";
      return new LookupAnswer.NotSeen<>(subject, LookupAnswer.Reason.NOT_MET, detail);
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
    return new MapStatistics(conflicts, late, orphans, 0, unknownUnloads, 0, 0);
  }

  // ---- facts

  @Override
  public void moduleLoaded(long at, ModuleID id, LoadedModule loaded) {
    feed(at, () -> met(id, loaded, EvidenceKind.ANNOUNCED));
  }

  @Override
  public void moduleAttached(long at, ModuleID id, AssemblyID assembly) {
    moduleLoaded(at, id, new LoadedModule("", Optional.empty(), assembly, 0, 0));
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    feed(at, () -> metIn(id, (Record) shape, module(shape), EvidenceKind.ANNOUNCED));
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    feed(at, () -> metIn(id, (Record) shape, module(shape), EvidenceKinds.of(source)));
  }

  private static Optional<ModuleID> module(ClassShape shape) {
    return shape instanceof ClassShape.Defined defined
        ? Optional.of(defined.module())
        : Optional.empty();
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    feed(at, () -> metIn(id, shape, Optional.of(shape.module()), EvidenceKinds.of(source)));
  }

  private void metIn(RuntimeID id, Record shape, Optional<ModuleID> in, EvidenceKind kind) {
    boolean begins = live(id).isEmpty() && !isContested(id);
    Optional<Entry> module = begins ? in.flatMap(this::named) : Optional.empty();
    if (begins && in.isPresent() && module.isEmpty()) {
      claim(shape); // nobody knows what the module is
      return;
    }
    met(id, shape, kind);
    if (begins) {
      live(id).orElseThrow().module = module;
    }
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    feed(at, () -> observed(id, EvidenceKinds.of(source)));
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    frames.forEach(frame -> fed.add(new Fed(at, () -> observed(frame, EvidenceKind.EXECUTING))));
  }

  private void observed(RuntimeID id, EvidenceKind kind) {
    Optional<Entry> entry = live(id);
    if (entry.isPresent()) {
      entry.get().evidence.merge(kind, clock, Math::min);
    } else {
      orphans++;
      early.add(new Early(id, kind, clock));
    }
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    feed(at, () -> unload(id));
  }

  private void unload(RuntimeID id) {
    early.removeIf(each -> each.id.equals(id) || !(id instanceof FunctionID));
    unknownUnloads += live(id).isPresent() ? 0 : 1;
    entries.stream().filter(each -> each.id.equals(id)).forEach(each -> each.contested = false);
    live(id).ifPresent(each -> each.to = clock);
    List<RuntimeID> dead = new ArrayList<>(List.of(id));
    entries.stream().filter(each -> each.id.equals(id) && !each.lives()).forEach(Entry::end);
    for (int i = 0; i < dead.size(); i++) {
      RuntimeID each = dead.get(i);
      for (Entry entry : entries) {
        if (dependsOn(entry.shape, each)) {
          if (entry.lives()) {
            entry.to = clock;
            dead.add(entry.id);
          } else if (isUncertain(entry) && !entry.over && !entry.unknown) {
            dead.add(entry.id); // whatever it was
          }
          entry.end();
        }
      }
    }
    if (!(id instanceof FunctionID)) {
      entries.stream().filter(each -> each.isShared()).forEach(this::doubt);
      entries.stream().filter(each -> each.isComposite()).forEach(this::doubt);
      List.copyOf(entries).stream()
          .filter(each -> isUncertain(each))
          .forEach(each -> doubtDependents(each.id));
    }
  }

  @Override
  public void codeSeen(long at, FunctionID id, NativeCode code) {
    feed(at, () -> pieces.add(new Code(id, at, code.ranges().get(0))));
  }

  /** The method whose code an address is in, where no two pieces ever lay in one place. */
  FunctionID functionAt(long address, long time) {
    for (Code each : pieces) {
      Optional<Entry> owner = entryAt(each.id, each.at);
      if (each.range.contains(address)
          && each.at <= time
          && owner.filter(entry -> entry.validAt(time)).isPresent()) {
        return each.id;
      }
    }
    return new FunctionID(0);
  }

  private Optional<Entry> entryAt(RuntimeID id, long time) {
    return entries.stream().filter(each -> each.id.equals(id) && each.validAt(time)).findFirst();
  }

  /** Whether nobody knows what the ID means, because it is not known whether the entry holds. */
  private boolean isUncertain(Entry entry) {
    Entry last =
        entries.stream().filter(each -> each.id.equals(entry.id)).reduce((a, b) -> b).orElseThrow();
    return last == entry && entry.doubted;
  }

  private void doubt(Entry entry) {
    entry.contested = false;
    if (entry.lives()) {
      entry.to = clock;
      entry.doubted = true;
      doubtDependents(entry.id);
    }
  }

  private void doubtDependents(RuntimeID id) {
    entries.stream().filter(each -> dependsOn(each.shape, id)).forEach(this::doubt);
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

  private void feed(long at, Runnable fact) {
    late += at < newest ? 1 : 0;
    newest = Math.max(newest, at);
    fed.add(new Fed(at, fact));
  }

  private Optional<Entry> live(RuntimeID id) {
    return entries.stream().filter(each -> each.id.equals(id) && each.lives()).findFirst();
  }

  private boolean isContested(RuntimeID id) {
    return entries.stream().anyMatch(each -> each.id.equals(id) && each.contested);
  }

  /** The module of that ID; empty where nobody knows which it is. */
  private Optional<Entry> named(ModuleID id) {
    if (live(id).isEmpty() && !isContested(id)) {
      met(id, LoadedModule.ofFile(""), EvidenceKind.NAMED);
    }
    return live(id);
  }

  private void met(RuntimeID id, Record shape, EvidenceKind kind) {
    if (isContested(id)) {
      conflicts++;
      claim(shape);
      return;
    }
    Entry entry = live(id).orElseGet(() -> begin(id, shape));
    Optional<Record> together = together(entry, shape, kind);
    if (together.isPresent()) {
      entry.shape = together.get();
      entry.evidence.merge(kind, clock, Math::min);
      return;
    }
    entry.disputed = true;
    conflicts++;
    if (areOthers(entry.shape, shape)) {
      claim(shape);
      entry.to = clock;
      entry.doubted = true;
      entry.contested = true;
      entry.unknown = true;
      doubtDependents(id);
    }
  }

  /** When the ID certainly ended last before an entry. */
  private long certainEndBefore(Entry entry) {
    return entries.stream()
        .takeWhile(each -> each != entry)
        .filter(each -> each.id.equals(entry.id) && !each.doubted)
        .mapToLong(each -> each.to)
        .reduce(Long.MIN_VALUE, Math::max);
  }

  private void claim(Record shape) {
    if (shape instanceof ClassShape.Defined type) {
      named.add(new Named(type.module(), type.typeDef(), clock));
    } else if (shape instanceof FunctionShape method) {
      named.add(new Named(method.module(), method.methodDef(), clock));
    }
  }

  private Entry begin(RuntimeID id, Record shape) {
    Entry entry = new Entry(id, clock, shape);
    entries.add(entry);
    early.removeIf(
        each -> {
          if (each.id.equals(id)) {
            entry.evidence.merge(each.kind, each.at, Math::min);
            entry.from = Math.min(entry.from, each.at);
          }
          return each.id.equals(id);
        });
    return entry;
  }

  /** Whether what differs makes two things of them, and not only the base type. */
  private static boolean areOthers(Record known, Record fed) {
    return !(known instanceof ClassShape.Defined && fed instanceof ClassShape.Defined)
        || !withoutParent(known).equals(withoutParent(fed));
  }

  /** Between an announcement and a mention, the announcement is right about the base type. */
  private static Optional<Record> together(Entry entry, Record fed, EvidenceKind kind) {
    boolean known = entry.evidence.containsKey(EvidenceKind.ANNOUNCED);
    boolean announces = kind == EvidenceKind.ANNOUNCED;
    return together(
        announces && !known && hasParent(fed) ? withoutParent(entry.shape) : entry.shape,
        known && !announces && hasParent(entry.shape) ? withoutParent(fed) : fed);
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
  private static Optional<Record> together(Record known, Record fed) {
    if (known instanceof ClassShape.Defined a && fed instanceof ClassShape.Defined b) {
      return either(a.parent(), b.parent(), ClassID::isNone)
          .map(p -> new ClassShape.Defined(a.module(), a.typeDef(), p, a.typeArguments()))
          .filter(
              both ->
                  both.equals(
                      new ClassShape.Defined(
                          b.module(), b.typeDef(), both.parent(), b.typeArguments())))
          .map(both -> both);
    }
    if (known instanceof FunctionShape a && fed instanceof FunctionShape b) {
      return either(a.declaringClass(), b.declaringClass(), ClassID::isNone)
          .flatMap(
              p ->
                  either(a.typeArguments(), b.typeArguments(), List::isEmpty)
                      .filter(arguments -> with(a, p, arguments).equals(with(b, p, arguments)))
                      .map(arguments -> with(a, p, arguments)));
    }
    if (known instanceof LoadedModule a && fed instanceof LoadedModule b) {
      return either(a.path(), b.path(), String::isEmpty)
          .flatMap(
              path ->
                  either(a.assembly(), b.assembly(), AssemblyID::isNone)
                      .map(
                          assembly ->
                              new LoadedModule(
                                  path, a.mvid(), assembly, 0, a.flags() | b.flags())));
    }
    return known.equals(fed) ? Optional.of(known) : Optional.empty();
  }

  private static FunctionShape with(FunctionShape shape, ClassID owner, List<ClassID> arguments) {
    return new FunctionShape(
        owner, shape.module(), shape.methodDef(), arguments, shape.dynamicName());
  }

  private static <T> Optional<T> either(T known, T fed, Predicate<T> isUnknown) {
    if (isUnknown.test(known)) {
      return Optional.of(fed);
    }
    return isUnknown.test(fed) || known.equals(fed) ? Optional.of(known) : Optional.empty();
  }

  private static boolean isDefinedBy(Entry entry, Entry module, Token token) {
    boolean there = entry.module.filter(each -> each == module).isPresent();
    return there
        && (entry.shape instanceof ClassShape.Defined defined
            ? defined.typeDef().equals(token)
            : entry.shape instanceof FunctionShape function && function.methodDef().equals(token));
  }
}
