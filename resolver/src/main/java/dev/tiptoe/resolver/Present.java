// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.ChangeCounts;
import dev.tiptoe.resolver.loadedness.FactVersions;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.ReferenceChanges;
import dev.tiptoe.resolver.reference.References;
import dev.tiptoe.resolver.reference.ReferringModules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The present state of a session beyond its map: references, loadedness and fields, updated with
 * the facts. Thread-safe; nothing is computed before the first question.
 */
final class Present {

  /** What references among modules depend on, of one module with available metadata. */
  private record Module(
      ModuleID id, Image image, String path, Optional<AssemblyFact> assembly, int flags) {}

  /**
   * What was made of a set of modules.
   *
   * @param changes the count of facts about modules by then
   * @param types the count of facts about types by then
   */
  private record Known(
      long changes,
      long types,
      List<Module> modules,
      FactVersions versions,
      References references,
      TypeFacts facts,
      Fields fields) {

    /** The same, after further facts that it does not depend on. */
    Known after(long changes, long types) {
      return new Known(changes, types, modules, versions, references, facts, fields);
    }
  }

  private final ChangeCounts counts;
  private final RuntimeIdMap map;
  private final BiFunction<IdView, Map<ModuleID, Image>, LoadedModules> make;
  private final Function<IdView, Map<ModuleID, Image>> opened;
  private final Loadedness loadedness;
  private final ReferringModules referring = new ReferringModules();
  private volatile @Nullable Known known;

  Present(
      RuntimeIdMap map,
      BiFunction<IdView, Map<ModuleID, Image>, LoadedModules> make,
      Function<IdView, Map<ModuleID, Image>> opened) {
    this.map = map;
    this.make = make;
    this.opened = opened;
    this.counts = ChangeCounts.of(map);
    this.loadedness = Loadedness.current(map, view -> known().facts());
  }

  Loadedness loadedness() {
    return loadedness;
  }

  /** Computes what the first question would, or the next. */
  void prepare() {
    known();
    loadedness.prepare();
  }

  References references() {
    return known().references();
  }

  TypeFacts facts() {
    return known().facts();
  }

  Fields fields() {
    return known().fields();
  }

  /**
   * Made anew only when modules came or went that references may lead to, or a reference that may
   * lead to several was observed to lead elsewhere.
   */
  private Known known() {
    Known known = this.known;
    return known != null && known.changes() == counts.modules() && known.types() == counts.types()
        ? known
        : next();
  }

  private synchronized Known next() {
    long modulesChanged = counts.modules();
    long typesChanged = counts.types();
    Known before = known;
    if (before != null && before.changes() == modulesChanged && before.types() == typesChanged) {
      return before;
    }
    IdView now = map.now();
    Set<ModuleID> outdated = before == null ? Set.of() : before.references().outdated();
    List<Module> modules =
        before != null && before.changes() == modulesChanged ? before.modules() : modules(now);
    Known after =
        before != null && outdated.isEmpty() && before.modules().equals(modules)
            ? before.after(modulesChanged, typesChanged)
            : next(modulesChanged, typesChanged, modules, outdated, now);
    known = after;
    return after;
  }

  private Known next(
      long modulesChanged,
      long typesChanged,
      List<Module> modules,
      Set<ModuleID> outdated,
      IdView now) {
    Optional<Known> before = Optional.ofNullable(known);
    Optional<References> others = before.map(Known::references);
    Map<ModuleID, Image> images = new LinkedHashMap<>();
    modules.forEach(each -> images.put(each.id(), each.image()));
    References references = References.among(make.apply(now, images), others);
    Set<ModuleID> changed = changed(before.map(Known::modules).orElse(List.of()), modules);
    Optional<ReferenceChanges> changes = referring.follow(others, references, changed, outdated);
    FactVersions versions =
        before.map(each -> each.versions().next(changes)).orElseGet(FactVersions::first);
    TypeFacts facts = MetadataTypeFacts.of(references.types(), versions);
    Fields fields = Fields.of(now, references.types(), facts, loadedness);
    return new Known(modulesChanged, typesChanged, modules, versions, references, facts, fields);
  }

  /** The modules that came, went or changed. */
  private static Set<ModuleID> changed(List<Module> before, List<Module> after) {
    Set<Module> all = new HashSet<>(before);
    Set<ModuleID> changed = new HashSet<>();
    for (Module each : after) {
      if (!all.remove(each)) {
        changed.add(each.id());
      }
    }
    all.forEach(each -> changed.add(each.id()));
    return changed;
  }

  private List<Module> modules(IdView now) {
    Map<ModuleID, Image> images = opened.apply(now);
    List<Module> modules = new ArrayList<>();
    images.forEach(
        (id, image) ->
            now.meaningOf(id).valid().ifPresent(fact -> modules.add(module(now, fact, image))));
    return modules;
  }

  private static Module module(IdView now, ModuleFact fact, Image image) {
    Optional<AssemblyFact> assembly = now.meaningOf(fact.loaded().assembly()).valid();
    return new Module(fact.id(), image, fact.loaded().path(), assembly, fact.loaded().flags());
  }
}
