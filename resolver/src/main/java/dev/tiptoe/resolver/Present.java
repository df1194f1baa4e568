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
import dev.tiptoe.resolver.reference.References;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private final Function<IdView, References> make;
  private final Function<IdView, Map<ModuleID, Image>> opened;
  private final Loadedness loadedness;
  private @Nullable Known known;

  /** The names in the images of the modules that were known last. */
  private Map<Image, Optional<AssemblyNames>> names = Map.of();

  Present(
      RuntimeIdMap map,
      Function<IdView, References> make,
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
  private synchronized Known known() {
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
            : known(
                modulesChanged, typesChanged, modules, versions(before, modules, outdated), now);
    known = after;
    return after;
  }

  private Known known(
      long changes, long types, List<Module> modules, FactVersions versions, IdView now) {
    References references = make.apply(now);
    TypeFacts facts = MetadataTypeFacts.of(references.types(), versions);
    Fields fields = Fields.of(now, references.types(), facts, loadedness);
    return new Known(changes, types, modules, versions, references, facts, fields);
  }

  private FactVersions versions(
      @Nullable Known before, List<Module> modules, Set<ModuleID> outdated) {
    Map<Image, Optional<AssemblyNames>> read = new HashMap<>();
    for (Module module : modules) {
      Optional<AssemblyNames> known = names.get(module.image());
      read.put(module.image(), known == null ? AssemblyNames.of(module.image()) : known);
    }
    Map<Image, Optional<AssemblyNames>> both = new HashMap<>(names);
    both.putAll(read);
    names = read;
    return before == null
        ? FactVersions.first()
        : before.versions().next(affected(before.modules(), modules, outdated, both));
  }

  /**
   * The modules whose references may lead elsewhere than before: those that lead to the name of one
   * that came, went or changed, or whose own references are outdated, and those that lead to a name
   * of which there are several, since observations may distinguish them by now. Empty if they may
   * be any.
   */
  private static Optional<Set<ModuleID>> affected(
      List<Module> before,
      List<Module> after,
      Set<ModuleID> outdated,
      Map<Image, Optional<AssemblyNames>> names) {
    Map<Module, AssemblyNames> all = new LinkedHashMap<>();
    Set<Module> both = new LinkedHashSet<>(before);
    both.addAll(after);
    for (Module each : both) {
      Optional<AssemblyNames> found = names.getOrDefault(each.image(), Optional.empty());
      if (found.isEmpty()) {
        return Optional.empty();
      }
      all.put(each, found.get());
    }
    Set<Module> same = new HashSet<>(before);
    same.retainAll(new HashSet<>(after));
    Set<String> doubtful = new HashSet<>();
    Map<String, ModuleID> met = new HashMap<>();
    for (Map.Entry<Module, AssemblyNames> each : all.entrySet()) {
      ModuleID other = met.putIfAbsent(each.getValue().own(), each.getKey().id());
      if (!same.contains(each.getKey())
          || outdated.contains(each.getKey().id())
          || (other != null && !other.equals(each.getKey().id()))) {
        if (each.getValue().isCore()) {
          return Optional.empty();
        }
        doubtful.add(each.getValue().own());
      }
    }
    Set<String> leading = AssemblyNames.leadingTo(doubtful, all.values());
    Set<ModuleID> affected = new HashSet<>();
    all.forEach(
        (module, found) -> {
          if (leading.contains(found.own())) {
            affected.add(module.id());
          }
        });
    return Optional.of(affected);
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
