// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimaps;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.answer.ModuleImage;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All TypeDefs of the modules that a program ever loaded, by the runtime's names for them. Of the
 * modules that had the same ID only the last counts. Immutable once created.
 */
final class TypeDefs {

  private final ListMultimap<String, TypeKey> byName = ArrayListMultimap.create();
  private final Map<TypeKey, String> names = new HashMap<>();
  private final ListMultimap<ModuleID, TypeKey> byModule = ArrayListMultimap.create();
  private final Map<ModuleID, Long> reusedSince = new HashMap<>();
  private final Map<Image, Names> ofImages = new HashMap<>();
  private final RuntimeIdMap map;
  private final ModuleImages images;

  private TypeDefs(RuntimeIdMap map, ModuleImages images) {
    this.map = map;
    this.images = images;
  }

  static TypeDefs of(RuntimeIdMap map, ModuleImages images) {
    TypeDefs all = new TypeDefs(map, images);
    Multimaps.asMap(Multimaps.index(map.history().modules().iterator(), ModuleFact::id))
        .values()
        .forEach(all::add);
    return all;
  }

  private void add(List<ModuleFact> sameId) {
    ModuleFact last = Collections.max(sameId, Comparator.comparing(each -> each.interval().from()));
    if (sameId.size() > 1) {
      reusedSince.put(last.id(), last.interval().from());
    }
    imageOf(last).ifPresent(image -> add(last.id(), image));
  }

  private Optional<Image> imageOf(ModuleFact module) {
    return images.of(module.loaded()).opened().map(ModuleImage.Opened::image);
  }

  private Names namesOf(Image image) {
    return ofImages.computeIfAbsent(image, each -> new Names(each, NameStyle.CLR));
  }

  private void add(ModuleID module, Image image) {
    Names runtimes = namesOf(image);
    List<TypeKey> types =
        IntStream.iterate(1, rid -> rid + 1)
            .mapToObj(rid -> new Token(TypeDef.TABLE << 24 | rid))
            .takeWhile(token -> image.contains(token))
            .map(token -> new TypeKey(module, token))
            .toList();
    byModule.putAll(module, types);
    for (TypeKey type : types) {
      String name = runtimes.of(type.typeDef());
      names.put(type, name);
      byName.put(name, type);
    }
  }

  /** Returns those of a module; none where its metadata is not available. */
  List<TypeKey> of(ModuleID module) {
    return byModule.get(module);
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
   * Returns the runtime's name, without type arguments, for what an ID meant; empty where it has
   * none, or none is known.
   */
  String nameOf(ClassFact type) {
    return type.shape() instanceof ClassShape.Defined defined
        ? map.atEndOf(type)
            .meaningOf(defined.module())
            .valid()
            .flatMap(this::imageOf)
            .filter((Image image) -> image.contains(defined.typeDef()))
            .map(image -> namesOf(image).of(defined.typeDef()))
            .orElse("")
        : "";
  }

  /**
   * Returns the time since which a ModuleID has the meaning that it has at the end; the smallest if
   * always.
   */
  long since(ModuleID module) {
    return reusedSince.getOrDefault(module, Long.MIN_VALUE);
  }

  /**
   * Returns those that a name may mean, without type arguments; several modules may have one each.
   */
  List<TypeKey> named(String name) {
    List<TypeKey> exact = byName.get(name);
    return exact.isEmpty() ? byName.get(TypeLoad.withoutArguments(name)) : exact;
  }
}
