// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The load level of each type, updated incrementally: a query processes only the facts that arrived
 * since the last one.
 *
 * <p>Feed it each fact after the map. A module that is loaded or unloaded, or new information about
 * its assembly and load context, changes where references lead, so the next question computes
 * everything anew. After an unload, each known ID is checked once.
 *
 * <p>Threads: one thread feeds, any number read. Readers wait for one another; the feeding thread
 * never waits for a computation. Retains what {@link Loadedness} retains, and the IDs of facts
 * since the last question.
 */
public final class LiveLoadedness implements RuntimeFeed {

  private final RuntimeIdMap map;
  private final Function<IdView, TypeFacts> facts;
  private final Changes changes = new Changes();
  private Optional<Following> following = Optional.empty();

  private LiveLoadedness(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    this.map = map;
    this.facts = facts;
  }

  /** Over the facts of a map, and the metadata of its modules. */
  public static LiveLoadedness of(RuntimeIdMap map, ModuleImages images) {
    return of(map, view -> MetadataTypeFacts.of(LoadedTypes.of(images.loadedIn(view))));
  }

  /** Over the facts of a map, and facts of types that a function gives for each set of modules. */
  public static LiveLoadedness of(RuntimeIdMap map, Function<IdView, TypeFacts> facts) {
    return new LiveLoadedness(map, facts);
  }

  // ---- asking

  /** The ClassIDs of a TypeDef now; see {@link Loadedness#classIDs}. */
  public synchronized LookupAnswer<ClassID> classIDs(ModuleID module, Token typeDef) {
    return now().classIDs(module, typeDef);
  }

  /** How far the type of a ClassID is loaded now. */
  public synchronized LookupAnswer<ClassID> of(ClassID id) {
    return now().of(id);
  }

  /** The ClassIDs of one type, and how far it is loaded now. */
  public synchronized LookupAnswer<ClassID> of(RuntimeType type) {
    return now().of(type);
  }

  private Loadedness now() {
    Changes.Batch batch = changes.take();
    IdView view = map.now().pinned();
    changes.keepUnlessBy(view.time(), batch);
    Following current =
        following.isPresent() && !batch.modules()
            ? following.get()
            : new Following(new Types(facts.apply(view)));
    if (following.isPresent() && !batch.modules()) {
      current.follow(view, batch);
    } else {
      current.begin(view);
      following = Optional.of(current);
    }
    return current.loadedness(view);
  }

  // ---- feeding

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    changes.modules();
  }

  @Override
  public void moduleAttached(long at, ModuleID module, AssemblyID assembly) {
    changes.modules();
  }

  @Override
  public void assemblyLoaded(
      long at, AssemblyID assembly, AppDomainID appDomain, ModuleID manifestModule, String name) {
    changes.modules();
  }

  @Override
  public void loadContextReported(long at, AssemblyID assembly, String loadContext) {
    changes.modules();
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    changes.met(id);
  }

  @Override
  public void classSeen(long at, ClassID id, ClassShape shape, ClassSource source) {
    changes.met(id);
  }

  @Override
  public void instanceSeen(long at, ClassID id, InstanceSource source) {
    changes.met(id);
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    changes.met(id);
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    changes.executing(at, frames);
  }

  @Override
  public void unloadStarted(long at, RuntimeID id) {
    if (id instanceof ClassID || id instanceof FunctionID) {
      changes.unloaded();
    } else if (!(id instanceof ThreadID)) {
      changes.modules();
    }
  }
}
