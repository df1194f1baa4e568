// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.live;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.id.ModuleID;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A module of a program with its types that are not generic.
 *
 * @param image the module
 * @param name the name of its assembly
 * @param types the types, in the order of their rows
 */
record LoadedPart(Image image, String name, List<Type> types) {

  /**
   * A type.
   *
   * @param rid its row
   * @param base where its base type is; empty for none, and for one that is generic
   */
  record Type(int rid, Optional<Base> base) {}

  /**
   * A base type.
   *
   * @param part the place of its module among the parts
   * @param rid its row
   */
  record Base(int part, int rid) {}

  /**
   * Reads the modules of a folder: each after those through which the base types of its types are
   * found, as the runtime loads them.
   */
  static List<LoadedPart> in(Path folder) throws IOException {
    Moment modules = Session.ofFolder(folder).now();
    Map<ModuleID, Integer> places = new LinkedHashMap<>();
    Set<ModuleID> begun = new HashSet<>();
    for (LoadedImage each : modules.modules()) {
      place(modules, each.id(), begun, places);
    }
    List<LoadedPart> parts = new ArrayList<>();
    for (ModuleID id : places.keySet()) {
      parts.add(part(modules, id, places));
    }
    return parts;
  }

  private static void place(
      Moment modules, ModuleID id, Set<ModuleID> begun, Map<ModuleID, Integer> places) {
    if (begun.add(id)) {
      plain(image(modules, id))
          .flatMap(type -> base(modules, id, type).stream())
          .flatMap(base -> base.trail().stream())
          .forEach(hop -> place(modules, hop.to().id(), begun, places));
      places.put(id, places.size());
    }
  }

  private static LoadedPart part(Moment modules, ModuleID id, Map<ModuleID, Integer> places) {
    Image image = image(modules, id);
    List<Type> types =
        plain(image)
            .map(
                type ->
                    new Type(
                        type.rid(), base(modules, id, type).map(found -> at(found.key(), places))))
            .toList();
    return new LoadedPart(image, image.assembly().orElseThrow().name(), types);
  }

  private static Base at(TypeKey key, Map<ModuleID, Integer> places) {
    return new Base(Objects.requireNonNull(places.get(key.module())), key.typeDef().rid());
  }

  private static Image image(Moment modules, ModuleID id) {
    return modules.image(id).opened().orElseThrow().image();
  }

  private static Stream<TypeDef> plain(Image image) {
    return image.rows(TypeDef.TABLE, TypeDef::new).stream()
        .filter(type -> type.genericParameters().isEmpty());
  }

  private static Optional<TypeResolution.Resolved> base(Moment modules, ModuleID id, TypeDef type) {
    Token base = type.extendsType();
    return base.isNil() || base.table() == TypeSpec.TABLE
        ? Optional.empty()
        : modules.typeDef(id, base).resolved();
  }
}
