// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.MapListener;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Optional;

/** Passes the certain ends of IDs in a map to an {@link UnloadListener}. */
record UnloadNotices(RuntimeIdMap map, UnloadListener to) implements MapListener {

  @Override
  public void ended(RuntimeID id, long at) {
    IdView view = map.at(at);
    if (id instanceof ClassID type) {
      last(view.meaningOf(type), at).ifPresent(to::typeUnloaded);
    } else if (id instanceof FunctionID method) {
      last(view.meaningOf(method), at).ifPresent(to::methodUnloaded);
    } else if (id instanceof ModuleID module) {
      last(view.meaningOf(module), at).ifPresent(to::moduleUnloaded);
    } else if (id instanceof AssemblyID assembly) {
      last(view.meaningOf(assembly), at)
          .flatMap(AssemblyFact::loadContext)
          .filter(context -> isEmpty(view, context))
          .ifPresent(context -> to.loadContextUnloaded(context, at));
    }
  }

  private static <F extends Fact> Optional<F> last(Meaning<F> meaning, long at) {
    return meaning instanceof Meaning.Ended<F> ended && ended.last().interval().to() == at
        ? Optional.of(ended.last())
        : Optional.empty();
  }

  private static boolean isEmpty(IdView view, String context) {
    return view.assemblies()
        .flatMap(assembly -> assembly.loadContext().stream())
        .noneMatch(context::equals);
  }
}
