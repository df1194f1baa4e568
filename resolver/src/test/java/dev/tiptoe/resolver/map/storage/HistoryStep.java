// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.dynamic;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;

/**
 * One fact of a random history, over so few IDs and tokens that they meet all the time.
 *
 * @param kind which fact
 * @param after how long after the fact before; below 0: out of order
 * @param a a choice
 * @param b a choice
 * @param c a choice
 */
record HistoryStep(Kind kind, int after, int a, int b, int c) {

  enum Kind {
    MODULE_LOADED,
    MODULE_ATTACHED,
    CLASS_LOADED,
    CLASS_SEEN,
    INSTANTIATION_LOADED,
    ARRAY_LOADED,
    FUNCTION_SEEN,
    GENERIC_FUNCTION_SEEN,
    DYNAMIC_FUNCTION_SEEN,
    INSTANCE_SEEN,
    SAMPLED,
    CLASS_UNLOADED,
    FUNCTION_UNLOADED,
    MODULE_UNLOADED,
    ASSEMBLY_UNLOADED
  }

  private static final List<ClassSource> CLASS_SOURCES = List.of(ClassSource.values());
  private static final List<FunctionSource> FUNCTION_SOURCES = List.of(FunctionSource.values());

  static final int IDS = 5;
  static final int MODULES = 2;
  static final int RIDS = 2;

  /** Feeds this fact, and returns its time. */
  long feed(long now, RuntimeFeed feed) {
    long at = now + 2L * after;
    switch (kind) {
      case MODULE_LOADED -> feed.moduleLoaded(at, module(1 + a % MODULES), loadedModule());
      case MODULE_ATTACHED ->
          feed.moduleAttached(at, module(1 + a % MODULES), new AssemblyID(1 + b % 2));
      case CLASS_LOADED -> feed.classLoaded(at, type(1 + a), definedClass());
      case CLASS_SEEN -> feed.classSeen(at, type(1 + a), definedClass(), CLASS_SOURCES.get(c % 4));
      case INSTANTIATION_LOADED -> feed.classLoaded(at, type(1 + a), instantiation());
      case ARRAY_LOADED -> feed.classLoaded(at, type(1 + a), array());
      case FUNCTION_SEEN ->
          feed.functionSeen(
              at, method(1 + a), declared(type(c), inModule(), rid()), functionSource());
      case GENERIC_FUNCTION_SEEN ->
          feed.functionSeen(
              at,
              method(1 + a),
              declared(type(c), inModule(), rid(), type(1 + b)),
              functionSource());
      case DYNAMIC_FUNCTION_SEEN ->
          feed.functionSeen(
              at, method(1 + a), dynamic(inModule(), "dynamic" + c), functionSource());
      case INSTANCE_SEEN ->
          feed.instanceSeen(
              at, type(1 + a), b % 2 == 0 ? InstanceSource.HEAP : InstanceSource.ALLOCATION);
      case SAMPLED ->
          feed.stackSampled(
              Math.max(1, now - 2L * b - 1),
              new ThreadID(1),
              List.of(method(1 + a), method(1 + c)),
              false);
      case CLASS_UNLOADED -> feed.unloadStarted(at, type(1 + a));
      case FUNCTION_UNLOADED -> feed.unloadStarted(at, method(1 + a));
      case MODULE_UNLOADED -> feed.unloadStarted(at, module(1 + a % MODULES));
      case ASSEMBLY_UNLOADED -> feed.unloadStarted(at, new AssemblyID(1 + b % 2));
    }
    return kind == Kind.SAMPLED ? now : Math.max(now, at);
  }

  private LoadedModule loadedModule() {
    String path = "/app/Module" + b % 2 + ".dll";
    return c % 2 == 0 ? LoadedModule.ofFile(path) : Shapes.collectible(path);
  }

  private ClassShape definedClass() {
    return derived(inModule(), rid(), below(c));
  }

  private ClassShape array() {
    return c == 0 || below(1 + b).isNone() ? new ClassShape.Composite() : vector(below(1 + b));
  }

  private ClassShape instantiation() {
    ClassID[] arguments = below(1 + b).isNone() ? new ClassID[0] : new ClassID[] {below(1 + b)};
    return derived(module(1), 1, below(c), arguments);
  }

  /** A type is made only of types of lower numbers: none is made of itself. */
  private ClassID below(int id) {
    return id <= a ? type(id) : new ClassID(0);
  }

  private ModuleID inModule() {
    return module(1 + b % MODULES);
  }

  private int rid() {
    return 1 + b / MODULES % RIDS;
  }

  private FunctionSource functionSource() {
    return FUNCTION_SOURCES.get(c % 3);
  }
}
