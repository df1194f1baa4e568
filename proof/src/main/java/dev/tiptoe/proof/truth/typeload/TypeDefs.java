// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All TypeDefs of the modules that a program ever loaded, by the runtime's names for them.
 * Immutable once created.
 */
final class TypeDefs {

  private final Map<String, List<TypeKey>> byName = new HashMap<>();
  private final Map<TypeKey, String> names = new HashMap<>();
  private final Map<ModuleID, List<TypeKey>> byModule = new HashMap<>();

  private TypeDefs() {}

  static TypeDefs of(RuntimeIdMap map, ModuleImages images) {
    TypeDefs all = new TypeDefs();
    map.history().modules().forEach(module -> all.add(module, images));
    return all;
  }

  private void add(ModuleFact module, ModuleImages images) {
    images
        .of(module.loaded())
        .opened()
        .filter(image -> !byModule.containsKey(module.id()))
        .ifPresent(image -> add(module.id(), image.image()));
  }

  private void add(ModuleID module, Image image) {
    Names runtimes = new Names(image, NameStyle.CLR);
    List<TypeKey> types =
        IntStream.iterate(1, rid -> rid + 1)
            .mapToObj(rid -> new Token(TypeDef.TABLE << 24 | rid))
            .takeWhile(token -> image.tables().contains(token))
            .map(token -> new TypeKey(module, token))
            .toList();
    byModule.put(module, types);
    for (TypeKey type : types) {
      String name = runtimes.of(type.typeDef());
      names.put(type, name);
      byName.computeIfAbsent(name, key -> new ArrayList<>(1)).add(type);
    }
  }

  /** Returns those of a module; none where its metadata is not available. */
  List<TypeKey> of(ModuleID module) {
    return byModule.getOrDefault(module, List.of());
  }

  /** All. */
  Stream<TypeKey> all() {
    return names.keySet().stream();
  }

  /** Returns the runtime's name without type arguments; empty where it is not known. */
  String nameOf(TypeKey type) {
    return names.getOrDefault(type, "");
  }

  /**
   * Returns those that a name may mean, without type arguments; several modules may have one each.
   */
  List<TypeKey> named(String name) {
    List<TypeKey> exact = byName.getOrDefault(name, List.of());
    return exact.isEmpty()
        ? byName.getOrDefault(TypeLoad.withoutArguments(name), List.of())
        : exact;
  }
}
