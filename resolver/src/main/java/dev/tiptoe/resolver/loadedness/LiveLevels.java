// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.MapChanges;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The levels of now, kept up with a map question by question. For one thread at a time. */
final class LiveLevels {

  private final RuntimeIdMap map;
  private final MapChanges changes;
  private final Function<IdView, TypeFacts> facts;

  private Optional<Following> following = Optional.empty();
  private long modules;

  LiveLevels(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    this.map = map;
    this.changes = map.changes();
    this.facts = facts;
  }

  Levels now() {
    IdView view = map.now();
    Following current = current(view);
    Set<ClassID> types = new LinkedHashSet<>();
    Set<FunctionID> methods = new LinkedHashSet<>();
    changes.take(types, methods);
    if (!types.isEmpty() || !methods.isEmpty()) {
      current.follow(view, types, methods);
    }
    return current.levels(view);
  }

  private Following current(IdView view) {
    long newest = changes.modules();
    boolean holds = following.isPresent() && !changes.hasGap();
    if (holds && newest == modules) {
      return following.get();
    }
    modules = newest;
    TypeFacts present = facts.apply(view);
    if (holds && following.get().isOver(present, view.runtime())) {
      return following.get();
    }
    changes.begin();
    Following anew = new Following(present, view.runtime());
    anew.begin(view);
    following = Optional.of(anew);
    return anew;
  }
}
