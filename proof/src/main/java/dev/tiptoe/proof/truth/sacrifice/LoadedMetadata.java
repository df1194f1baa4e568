// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.module.ModuleImages;
import dev.tiptoe.resolver.reference.LoadedTypes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The metadata of the modules that are loaded at one time. Not thread-safe. */
final class LoadedMetadata {

  private final Map<ModuleID, Image> images;
  private final LoadedTypes loadedTypes;

  /** Opens files, and reads copies where there are none. */
  LoadedMetadata(IdView view, Function<LoadedModule, Optional<Bytes>> copies) {
    ModuleImages files = new ModuleImages(copies);
    images = files.openedIn(view);
    loadedTypes = LoadedTypes.of(files.loadedIn(view));
  }

  /** Returns the types of the modules, with what is known of load contexts. */
  LoadedTypes loadedTypes() {
    return loadedTypes;
  }

  /** Returns the images, by module. */
  Map<ModuleID, Image> images() {
    return images;
  }

  /** Returns a type, where its metadata is available. */
  Optional<TypeDef> type(ModuleID module, Token typeDef) {
    return Optional.ofNullable(images.get(module))
        .filter(image -> image.contains(typeDef))
        .map(image -> new TypeDef(image, typeDef.rid()));
  }

  /** Returns how many type parameters a type has, including those of its enclosing types. */
  static int arity(TypeDef type) {
    return type.genericParameters().size();
  }

  /** Returns a type's name for people. */
  static String name(TypeDef type) {
    String file = type.image().file();
    return file.substring(file.lastIndexOf('/') + 1)
        + " "
        + type.token()
        + " "
        + type.namespace()
        + "."
        + type.name();
  }

  /** Returns the types of all modules. */
  Stream<Map.Entry<ModuleID, TypeDef>> types() {
    return images.entrySet().stream()
        .flatMap(
            module ->
                module.getValue().typeDefs().stream()
                    .map(type -> Map.entry(module.getKey(), type)));
  }
}
