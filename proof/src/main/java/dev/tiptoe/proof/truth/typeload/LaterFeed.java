// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Simulates an agent that receives types and methods only from some time on, with the facts of one
 * that was there from the start. Mutable, not thread-safe.
 *
 * <p>Modules, domains and unloads are passed on as they come, since the runtime lists modules and
 * domains on request. An announcement before that time is held back; when a stack or a later fact
 * needs the type, the type is passed on as one that was referred to. The simulation promises no
 * coverage.
 */
final class LaterFeed implements RuntimeFeed {

  private final RuntimeFeed target;
  private final long from;
  private final Map<ClassID, ClassShape> missedClasses = new HashMap<>();
  private final Map<FunctionID, FunctionShape> missedFunctions = new HashMap<>();

  /** The types that were announced or seen, missed or not. */
  private final Map<ClassID, ClassShape> shapes = new HashMap<>();

  /** The time of the newest identity fact. */
  private long now;

  /** The time of the newest unload; a sample from before it may name an ID that was unloaded. */
  private long lastUnload = Long.MIN_VALUE;

  /** Passes on announcements and methods to {@code target} from a time on. */
  LaterFeed(RuntimeFeed target, long from) {
    this.target = target;
    this.from = from;
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    now = at;
    shapes.put(id, shape);
    if (at >= from) {
      reportPartsOf(shape);
      missedClasses.remove(id);
      target.classLoaded(at, id, shape);
    } else {
      missedClasses.put(id, shape);
    }
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    now = at;
    shapes.put(id, shape);
    missedClasses.put(id, shape);
    if (at >= from) {
      passOn(id, source);
    }
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    now = at;
    missedFunctions.put(id, shape);
    if (at >= from) {
      passOn(id, source);
    }
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    if (at >= lastUnload) {
      frames.forEach(frame -> passOn(frame, FunctionSource.STACK));
      target.stackSampled(at, thread, frames, truncated);
    }
  }

  private void passOn(FunctionID id, FunctionSource source) {
    FunctionShape shape = missedFunctions.remove(id);
    if (shape != null) {
      passOn(shape.declaringClass(), ClassSource.FUNCTION_OWNER);
      shape.typeArguments().forEach(each -> passOn(each, ClassSource.TYPE_ARGUMENT));
      target.functionSeen(now, id, shape, source);
    }
  }

  /** Passes on a type after the types that it is made of, without recursion. */
  private void passOn(ClassID id, ClassSource source) {
    List<Runnable> calls = new ArrayList<>();
    collect(id, source, calls);
    for (int i = calls.size() - 1; i >= 0; i--) {
      calls.get(i).run();
    }
  }

  private void collect(ClassID first, ClassSource as, List<Runnable> calls) {
    List<ClassID> pending = new ArrayList<>(List.of(first));
    List<ClassSource> sources = new ArrayList<>(List.of(as));
    for (int i = 0; i < pending.size(); i++) {
      ClassID id = pending.get(i);
      ClassSource source = sources.get(i);
      ClassShape shape = missedClasses.remove(id);
      if (shape != null) {
        calls.add(() -> target.classSeen(now, id, shape, source));
        List<ClassID> arguments = argumentsOf(shape);
        pending.addAll(arguments);
        arguments.forEach(each -> sources.add(ClassSource.TYPE_ARGUMENT));
        if (shape instanceof ClassShape.Defined defined) {
          pending.add(defined.parent());
          sources.add(ClassSource.PARENT);
        }
      }
    }
  }

  private void reportPartsOf(ClassShape shape) {
    argumentsOf(shape).forEach(each -> passOn(each, ClassSource.TYPE_ARGUMENT));
    if (shape instanceof ClassShape.Defined defined) {
      passOn(defined.parent(), ClassSource.PARENT);
    }
  }

  private static List<ClassID> argumentsOf(ClassShape shape) {
    if (shape instanceof ClassShape.Array array) {
      return List.of(array.element());
    }
    return shape instanceof ClassShape.Defined defined ? defined.typeArguments() : List.of();
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    now = at;
    if (at >= from) {
      passOn(id, ClassSource.TYPE_ARGUMENT);
      target.instanceSeen(at, id, source);
    }
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    now = at;
    lastUnload = at;
    if (id instanceof ClassID type) {
      missedClasses.remove(type);
    } else if (id instanceof ModuleID module) {
      missedFunctions.values().removeIf(shape -> dependsOn(shape, module));
      missedClasses.values().removeIf(shape -> dependsOn(shape, module));
    }
    target.unloadStarted(at, id);
  }

  private boolean dependsOn(FunctionShape shape, ModuleID module) {
    return shape.module().equals(module)
        || dependsOn(shape.declaringClass(), module)
        || shape.typeArguments().stream().anyMatch(each -> dependsOn(each, module));
  }

  private boolean dependsOn(ClassID type, ModuleID module) {
    ClassShape shape = shapes.get(type);
    return shape != null && dependsOn(shape, module);
  }

  private boolean dependsOn(ClassShape shape, ModuleID module) {
    return (shape instanceof ClassShape.Defined defined && defined.module().equals(module))
        || argumentsOf(shape).stream().anyMatch(each -> dependsOn(each, module));
  }

  /** A late agent can promise no coverage. */
  @Override
  public void coverage(long at, Coverage coverage) {
    now = at;
  }

  @Override
  public void runtimeStarted(long at, RuntimeInfo runtime) {
    now = at;
    target.runtimeStarted(at, runtime);
  }

  @Override
  public void appDomainCreated(long at, AppDomainID appDomain, String name) {
    now = at;
    target.appDomainCreated(at, appDomain, name);
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    now = at;
    target.assemblyLoaded(at, assembly, appDomain, manifestModule, name);
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    now = at;
    target.moduleLoaded(at, module, loaded);
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    now = at;
    target.moduleAttached(at, module, assembly);
  }

  @Override
  public void ended(long at, String reason) {
    now = at;
    target.ended(at, reason);
  }
}
