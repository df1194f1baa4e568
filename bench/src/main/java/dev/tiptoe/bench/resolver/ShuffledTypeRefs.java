// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.TypeRefResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * All TypeRefs among the managed DLLs of a folder, in random order; each has been resolved once.
 */
final class ShuffledTypeRefs {

  private final List<TypeRef> references = new ArrayList<>();
  private final TypeRefResolver resolver;
  private final Map<TypeRef, TypeResolution> known = new HashMap<>();

  ShuffledTypeRefs(Path folder) {
    List<Image> images = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".dll")).sorted().toList()) {
        addManaged(images, file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    resolver = new TypeRefResolver(LoadedModules.of(images));
    for (Image image : images) {
      for (TypeRef reference : image.typeRefs()) {
        references.add(reference);
        known.put(reference, resolver.resolve(reference));
      }
    }
    Collections.shuffle(references, new Random(1));
  }

  private static void addManaged(List<Image> images, Path file) throws IOException {
    try {
      images.add(Image.open(file));
    } catch (MetadataFormatException e) {
      // A native DLL; a runtime has some.
    }
  }

  /** Resolves each of them. */
  void resolveAll(Checksum sum) {
    for (TypeRef reference : references) {
      sum.add(rid(resolver.resolve(reference)));
    }
  }

  /** Looks each up in a hash map of resolved ones. */
  void lookUpAll(Checksum sum) {
    for (TypeRef reference : references) {
      TypeResolution found = known.get(reference);
      sum.add(found == null ? -1 : rid(found));
    }
  }

  private static int rid(TypeResolution resolution) {
    return resolution instanceof TypeResolution.Resolved resolved ? resolved.type().rid() : 0;
  }
}
