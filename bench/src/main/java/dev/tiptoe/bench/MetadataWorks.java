// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.TypeRefResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Our works over the managed DLLs in a folder. Each begins with images that have cached nothing.
 * Not thread-safe.
 */
final class MetadataWorks {

  private static final int RANDOM_NAMES = 1_000_000;
  private static final UUID NONE = new UUID(0, 0);

  private final List<Path> files = new ArrayList<>();

  MetadataWorks(Path directory) throws IOException {
    try (Stream<Path> found = Files.list(directory)) {
      for (Path path : found.sorted(Comparator.comparing(Path::toString)).toList()) {
        if (path.toString().endsWith(".dll")) {
          addManaged(path);
        }
      }
    }
  }

  private void addManaged(Path path) throws IOException {
    try {
      Image.open(path);
      files.add(path);
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.NOT_MANAGED) {
        throw e;
      }
    }
  }

  /** Returns a method from the middle of the largest file: path and token. */
  List<String> method() {
    Image image = largest();
    Token middle = Token.of(MethodDef.TABLE, (methods(image) + 1) / 2);
    return List.of(image.file(), middle.toString());
  }

  /** Opens what the work of that name needs; usually this is not measured. */
  Consumer<Checksum> prepare(String work) {
    return switch (work) {
      case "open" -> checksum -> reopened().forEach(image -> identify(image, checksum));
      case "names", "names-plain" -> {
        List<Image> images = images();
        yield checksum -> images.forEach(image -> nameAll(new Names(image), image, checksum));
      }
      case "random", "random-plain" -> {
        Image largest = largest();
        yield checksum -> nameRandom(new Names(largest), methods(largest), checksum);
      }
      case "references" -> {
        List<Image> images = images();
        yield checksum -> resolve(images, checksum);
      }
      default -> throw new IllegalArgumentException(work);
    };
  }

  /** Returns images of all files. */
  List<Image> images() {
    return reopened().toList();
  }

  /** Returns the files, each opened on demand. */
  Stream<Image> reopened() {
    return files.stream()
        .map(
            file -> {
              try {
                return Image.open(file);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private Image largest() {
    return images().stream()
        .reduce((one, other) -> methods(other) > methods(one) ? other : one)
        .orElseThrow();
  }

  private static int methods(Image image) {
    return image.metadata().tables().count(MethodDef.TABLE);
  }

  private static void identify(Image image, Checksum checksum) {
    checksum.add(image.mvid().orElse(NONE));
    checksum.add(image.assembly().map(AssemblyIdentity::name).orElse(""));
  }

  static void nameAll(Names names, Image image, Checksum checksum) {
    int methods = methods(image);
    for (int rid = 1; rid <= methods; rid++) {
      checksum.add(names.of(Token.of(MethodDef.TABLE, rid)));
    }
  }

  private static void nameRandom(Names names, int methods, Checksum checksum) {
    long state = 1;
    for (int i = 0; i < RANDOM_NAMES; i++) {
      // Knuth's generator, whose high bits are good. The other side uses the same.
      state = state * 6364136223846793005L + 1442695040888963407L;
      int rid = 1 + (int) ((state >>> 33) % methods);
      checksum.add(names.of(Token.of(MethodDef.TABLE, rid)));
    }
  }

  private static void resolve(List<Image> images, Checksum checksum) {
    TypeRefResolver resolver = new TypeRefResolver(LoadedModules.of(images));
    for (Image image : images) {
      for (TypeRef reference : image.typeRefs()) {
        TypeResolution answer = resolver.resolve(reference);
        checksum.add(answer instanceof Resolved resolved ? resolved.type().rid() : 0);
        if (checksum.isWhole()) {
          answer.resolved().ifPresent(it -> checksum.add(it.type().image().moduleName()));
        }
      }
    }
  }
}
