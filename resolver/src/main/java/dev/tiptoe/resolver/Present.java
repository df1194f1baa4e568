// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.field.Fields;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Loadedness;
import dev.tiptoe.resolver.loadedness.MetadataTypeFacts;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.reference.References;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a session knows of the present beyond its map: references, loadedness and fields, kept up
 * with the facts. Thread-safe; nothing is computed before the first question.
 */
final class Present {

  /** What references among modules depend on, of one module with available metadata. */
  private record Module(
      ModuleID id, Image image, String path, Optional<AssemblyFact> assembly, int flags) {}

  /**
   * What was made of a set of modules.
   *
   * @param learnt how often the modules had changed by then
   */
  private record Known(
      long learnt, List<Module> modules, References references, TypeFacts facts, Fields fields) {}

  private final RuntimeIdMap map;
  private final Function<IdView, References> make;
  private final Function<IdView, Map<ModuleID, Image>> opened;
  private final Loadedness loadedness;
  private @Nullable Known known;

  Present(
      RuntimeIdMap map,
      Function<IdView, References> make,
      Function<IdView, Map<ModuleID, Image>> opened) {
    this.map = map;
    this.make = make;
    this.opened = opened;
    this.loadedness = Loadedness.following(map, view -> known().facts());
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

  /** Made anew only when modules came or went that references may lead to. */
  private synchronized Known known() {
    long learnt = map.changes().modules();
    Known before = known;
    if (before != null && before.learnt() == learnt) {
      return before;
    }
    IdView now = map.now();
    List<Module> modules = modules(now);
    Known after =
        before != null && before.modules().equals(modules)
            ? new Known(learnt, modules, before.references(), before.facts(), before.fields())
            : known(learnt, modules, now);
    known = after;
    return after;
  }

  private Known known(long learnt, List<Module> modules, IdView now) {
    References references = make.apply(now);
    TypeFacts facts = MetadataTypeFacts.of(references.types());
    Fields fields = Fields.of(now, references.types(), facts, loadedness);
    return new Known(learnt, modules, references, facts, fields);
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
