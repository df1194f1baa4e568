// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;

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
import dev.tiptoe.resolver.map.Fact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The facts of a program that could have been: what it loads is loaded, what depends on the
 * unloaded goes with it, and only IDs that mean nothing are used again. Every fact has a time of
 * its own and a source; a source feeds its facts in their order, some of them twice.
 */
final class TrueHistory {

  static final int MODULES = 2;
  static final int TYPES = 6;
  static final int METHODS = 4;
  static final int RIDS = 3;

  private static final int COLLECTIBLE = 0x8;
  private static final int CODE = 0x100;
  private static final ThreadID THREAD = new ThreadID(1);
  private static final List<ClassSource> TYPE_SOURCES = List.of(ClassSource.values());
  private static final List<FunctionSource> METHOD_SOURCES = List.of(FunctionSource.values());
  private static final List<InstanceSource> INSTANCE_SOURCES = List.of(InstanceSource.values());

  /** So many are the numbers that {@link Step#b} is one of. */
  static final int CHOICES = 1 << 10;

  /**
   * What the program does next, if it can.
   *
   * @param kind what
   * @param a to which ID
   * @param b the choices that are left, each a digit of the number
   * @param source the source
   * @param twice whether it is fed twice
   */
  record Step(Kind kind, int a, int b, int source, boolean twice) {}

  /** What a program does. */
  enum Kind {
    LOAD_MODULE,
    LOAD_TYPE,
    LOAD_INSTANTIATION,
    LOAD_COMPOSITE,
    MAKE_TYPE,
    SEE_TYPE,
    MAKE_METHOD,
    SEE_METHOD,
    SEE_CODE,
    SEE_INSTANCE,
    SAMPLE,
    UNLOAD_MODULE,
    UNLOAD_ASSEMBLY,
    UNLOAD_TYPE
  }

  /**
   * A fact.
   *
   * @param at its time
   * @param source its source
   */
  record Fact(long at, int source, Consumer<RuntimeFeed> call) {}

  /** Takes a number apart: no choice follows from another. */
  private static final class Choices {

    private int left;

    Choices(int number) {
      left = number;
    }

    int among(int count) {
      int choice = left % count;
      left /= count;
      return choice;
    }

    <T> T among(List<T> all) {
      return all.get(among(all.size()));
    }
  }

  private final List<Fact> facts = new ArrayList<>();
  private final Map<ModuleID, LoadedModule> modules = new HashMap<>();
  private final Map<ClassID, ClassShape> types = new HashMap<>();
  private final Map<FunctionID, FunctionShape> methods = new HashMap<>();
  private final Set<FunctionID> code = new HashSet<>();

  /** What each type and method really was, by the time from which on; none while it was nothing. */
  private final Map<RuntimeID, NavigableMap<Long, Optional<Object>>> meanings = new HashMap<>();

  private int codes;
  private int loads;
  private long at;

  static TrueHistory of(List<Step> steps) {
    TrueHistory history = new TrueHistory();
    steps.forEach(history::take);
    return history;
  }

  /** The time behind the last fact. */
  long end() {
    return at + 1;
  }

  /** What a type or method really was at a time, whatever was reported about it. */
  Optional<Object> meaningOf(RuntimeID id, long time) {
    var known = meanings.getOrDefault(id, Collections.emptyNavigableMap()).floorEntry(time);
    return known == null ? Optional.empty() : known.getValue();
  }

  List<Fact> inOrder() {
    return facts;
  }

  /** The facts as they may come: each source's in their order, any source next. */
  List<Fact> shuffled(long seed) {
    Random random = new Random(seed);
    Map<Integer, List<Fact>> waiting = new HashMap<>();
    facts.forEach(
        fact -> waiting.computeIfAbsent(fact.source(), any -> new ArrayList<>()).add(fact));
    List<Fact> order = new ArrayList<>();
    while (!waiting.isEmpty()) {
      List<Integer> sources = List.copyOf(waiting.keySet());
      Integer source = sources.get(random.nextInt(sources.size()));
      List<Fact> next = waiting.getOrDefault(source, new ArrayList<>());
      for (int count = 1 + random.nextInt(4); count > 0 && !next.isEmpty(); count--) {
        order.add(next.remove(0));
      }
      if (next.isEmpty()) {
        waiting.remove(source);
      }
    }
    return order;
  }

  // ---- the program

  /** The program does one thing more, if it can. */
  void take(Step step) {
    at += 2;
    ModuleID module = module(1 + step.a % MODULES);
    ClassID type = type(1 + step.a % TYPES);
    FunctionID method = method(1 + step.a % METHODS);
    switch (step.kind) {
      case LOAD_MODULE -> load(step, module);
      case LOAD_TYPE -> load(step, type);
      case LOAD_INSTANTIATION -> instantiate(step, type);
      case LOAD_COMPOSITE -> {
        if (!types.containsKey(type)) {
          announce(step, type, new ClassShape.Composite());
        }
      }
      case MAKE_TYPE -> make(step, type);
      case SEE_TYPE -> see(step, type);
      case MAKE_METHOD -> make(step, method);
      case SEE_METHOD -> see(step, method);
      case SEE_CODE -> seeCode(step, method);
      case SEE_INSTANCE -> seeInstance(step, type);
      case SAMPLE -> sample(step, method);
      case UNLOAD_MODULE -> unload(step, modules.containsKey(module), module);
      case UNLOAD_ASSEMBLY ->
          unload(step, modules.containsKey(module), new AssemblyID(1 + step.a % MODULES));
      case UNLOAD_TYPE -> unload(step, types.containsKey(type), type);
    }
  }

  private void add(Step step, Consumer<RuntimeFeed> fact) {
    Fact added = new Fact(at, step.source, fact);
    facts.add(added);
    if (step.twice) {
      facts.add(added);
    }
  }

  private void load(Step step, ModuleID id) {
    if (!modules.containsKey(id)) {
      long time = at;
      LoadedModule loaded =
          new LoadedModule(
              "/app/Module" + (step.b % 2 == 0 ? 0 : ++loads) + ".dll",
              Optional.empty(),
              new AssemblyID(id.value()),
              0,
              COLLECTIBLE);
      modules.put(id, loaded);
      add(step, feed -> feed.moduleLoaded(time, id, loaded));
    }
  }

  private void load(Step step, ClassID id) {
    if (!types.containsKey(id)) {
      make(step, id);
      ClassShape made = types.get(id);
      if (made != null) {
        announce(step, id, made);
      }
    }
  }

  /** A type comes to be, without a report. */
  private void make(Step step, ClassID id) {
    Choices choices = new Choices(step.b);
    ModuleID in = module(1 + choices.among(MODULES));
    int rid = 1 + choices.among(RIDS);
    if (!types.containsKey(id) && modules.containsKey(in)) {
      become(id, derived(in, rid, livingOrNone(choices)));
    }
  }

  private ClassID livingOrNone(Choices choices) {
    List<ClassID> any = new ArrayList<>(List.of(new ClassID(0)));
    for (int id = 1; id <= TYPES; id++) {
      if (types.containsKey(type(id))) {
        any.add(type(id));
      }
    }
    return choices.among(any);
  }

  private void instantiate(Step step, ClassID id) {
    Choices choices = new Choices(step.b);
    ModuleID in = module(1 + choices.among(MODULES));
    boolean array = choices.among(3) == 0;
    ClassID over = livingOrNone(choices);
    if (!types.containsKey(id) && modules.containsKey(in) && !over.isNone()) {
      announce(step, id, array ? vector(over) : derived(in, RIDS, new ClassID(0), over));
    }
  }

  private void announce(Step step, ClassID id, ClassShape shape) {
    long time = at;
    become(id, shape);
    add(step, feed -> feed.classLoaded(time, id, shape));
  }

  private void become(ClassID id, ClassShape shape) {
    types.put(id, shape);
    note(id, Optional.of(shape));
  }

  private void note(RuntimeID id, Optional<Object> meaning) {
    meanings.computeIfAbsent(id, any -> new TreeMap<>()).put(at, meaning);
  }

  private void see(Step step, ClassID id) {
    ClassShape shape = types.get(id);
    if (shape != null) {
      long time = at;
      Choices choices = new Choices(step.b);
      ClassShape reported = choices.among(2) == 0 ? shape : withoutParent(shape);
      ClassSource source = choices.among(TYPE_SOURCES);
      add(step, feed -> feed.classSeen(time, id, reported, source));
    }
  }

  private static ClassShape withoutParent(ClassShape shape) {
    return shape instanceof ClassShape.Defined type
        ? new ClassShape.Defined(
            type.module(), type.typeDef(), new ClassID(0), type.typeArguments())
        : shape;
  }

  private void see(Step step, FunctionID id) {
    make(step, id);
    FunctionShape shape = methods.get(id);
    if (shape != null) {
      long time = at;
      FunctionSource source = new Choices(step.b).among(METHOD_SOURCES);
      add(step, feed -> feed.functionSeen(time, id, shape, source));
    }
  }

  /** A method comes to be, without a report. */
  private void make(Step step, FunctionID id) {
    Choices choices = new Choices(step.b);
    ModuleID in = module(1 + choices.among(MODULES));
    int rid = 1 + choices.among(RIDS);
    boolean generic = choices.among(2) == 0;
    ClassID owner = livingOrNone(choices);
    if (!methods.containsKey(id) && modules.containsKey(in)) {
      FunctionShape shape =
          generic && !owner.isNone() ? declared(owner, in, rid, owner) : declared(owner, in, rid);
      methods.put(id, shape);
      note(id, Optional.of(shape));
    }
  }

  /**
   * Each method that ever was has memory of its own for its code. It is reported at one time: of
   * code that is reported again the map keeps the first.
   */
  private void seeCode(Step step, FunctionID id) {
    if (methods.containsKey(id) && code.add(id)) {
      long time = at;
      long start = (long) CODE * ++codes;
      add(step, feed -> feed.codeSeen(time, id, NativeCode.at(start, CODE)));
    }
  }

  /** An address in each piece of code that ever was. */
  LongStream addresses() {
    return LongStream.rangeClosed(1, codes).map(each -> CODE * each + 1);
  }

  private void seeInstance(Step step, ClassID id) {
    if (types.containsKey(id)) {
      long time = at;
      InstanceSource source = new Choices(step.b).among(INSTANCE_SOURCES);
      add(step, feed -> feed.instanceSeen(time, id, source));
    }
  }

  private void sample(Step step, FunctionID id) {
    if (methods.containsKey(id)) {
      long time = at;
      add(step, feed -> feed.stackSampled(time, THREAD, List.of(id), false));
    }
  }

  private void unload(Step step, boolean living, RuntimeID id) {
    if (living) {
      long time = at;
      add(step, feed -> feed.unloadStarted(time, id));
      die(id);
    }
  }

  private void die(RuntimeID id) {
    note(id, Optional.empty());
    if (id instanceof AssemblyID assembly) {
      die(module(assembly.value()));
    } else if (id instanceof ModuleID module) {
      modules.remove(module);
    } else if (id instanceof ClassID type) {
      types.remove(type);
    } else if (id instanceof FunctionID method) {
      methods.remove(method);
      code.remove(method);
    }
    dependents(id).forEach(this::die);
  }

  private List<RuntimeID> dependents(RuntimeID id) {
    List<RuntimeID> found = new ArrayList<>();
    types.forEach(
        (type, shape) -> {
          if (shape instanceof ClassShape.Defined of
              && (of.module().equals(id)
                  || of.parent().equals(id)
                  || of.typeArguments().contains(id))) {
            found.add(type);
          } else if (shape instanceof ClassShape.Array of && of.element().equals(id)) {
            found.add(type);
          }
        });
    methods.forEach(
        (method, shape) -> {
          if (shape.module().equals(id) || shape.declaringClass().equals(id)) {
            found.add(method);
          }
        });
    return found;
  }
}
