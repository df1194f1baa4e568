// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what facts were about since the last call of {@link #take}. Thread-safe; no thread waits
 * for long.
 */
final class Changes {

  /**
   * The subjects of facts.
   *
   * @param modules whether modules came or went
   * @param unloaded whether types or methods were unloaded
   * @param classes the types in facts
   * @param functions the methods in facts
   * @param newestSample the time of the newest stack among the facts
   */
  record Batch(
      boolean modules,
      boolean unloaded,
      Set<ClassID> classes,
      Set<FunctionID> functions,
      long newestSample) {}

  private boolean modules;
  private boolean unloaded;
  private Set<ClassID> classes = new LinkedHashSet<>();
  private Set<FunctionID> functions = new LinkedHashSet<>();
  private long newestSample = Long.MIN_VALUE;

  /** The methods already seen on stacks: further samples of them add nothing. */
  private final Set<FunctionID> known = new HashSet<>();

  synchronized void modules() {
    modules = true;
    known.clear();
  }

  synchronized void unloaded() {
    unloaded = true;
    known.clear();
  }

  synchronized void met(ClassID id) {
    classes.add(id);
  }

  /** The method may be another one now, so its samples count again. */
  synchronized void met(FunctionID id) {
    functions.add(id);
    known.remove(id);
  }

  synchronized void executing(long at, List<FunctionID> frames) {
    for (FunctionID frame : frames) {
      if (known.add(frame)) {
        functions.add(frame);
        newestSample = Math.max(newestSample, at);
      }
    }
  }

  /**
   * Puts a batch's methods back, if they were sampled later than the view that it is for: stacks do
   * not move the time that facts reach, so they show only in a later view.
   */
  synchronized void keepUnlessBy(long time, Batch batch) {
    if (batch.newestSample > time) {
      functions.addAll(batch.functions);
      newestSample = Math.max(newestSample, batch.newestSample);
    }
  }

  /** Returns everything collected, and begins anew. */
  synchronized Batch take() {
    Batch batch = new Batch(modules, unloaded, classes, functions, newestSample);
    newestSample = Long.MIN_VALUE;
    modules = false;
    unloaded = false;
    classes = new LinkedHashSet<>();
    functions = new LinkedHashSet<>();
    return batch;
  }
}
