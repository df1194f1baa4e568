// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The modules that a test takes as loaded, and references resolved among them. */
final class TestModules {

  private final List<Image> loaded = new ArrayList<>();

  /** Loads a module from a file of that name, after those loaded before. */
  Image load(String file, ImageBuilder builder) {
    Image image = Image.of(file, builder.build().buffer());
    loaded.add(image);
    return image;
  }

  /** A resolver among them that has not been asked anything. */
  TypeRefResolver resolver() {
    return new TypeRefResolver(LoadedModules.of(loaded));
  }

  /** References among them. */
  References references() {
    return References.among(LoadedModules.of(loaded));
  }

  /** The member that a MemberRef or MethodSpec of {@code from} means. */
  MemberResolution member(Image from, int token) {
    return references().member(idOf(from), new Token(token));
  }

  /** The number of a module: they are numbered in the order of their loading. */
  ModuleID idOf(Image image) {
    return new ModuleID(loaded.indexOf(image) + 1);
  }

  /** Resolves the row of {@code from} that the token {@code typeRef} names. */
  TypeResolution resolve(Image from, int typeRef) {
    return resolver().resolve(new TypeRef(from, typeRef & 0xffffff));
  }

  /**
   * An answer in one line: {@code FILE TOKEN TIER FORWARDERS} for each target, or the reason why
   * there is none.
   */
  static String line(TypeResolution answer) {
    if (answer instanceof Resolved one) {
      return one.type().image()
          + " "
          + one.type().token()
          + " "
          + one.tier()
          + " "
          + one.forwarders();
    }
    if (answer instanceof Ambiguous several) {
      return several.candidates().stream()
          .map(TestModules::line)
          .collect(Collectors.joining(" | "));
    }
    return ((Unresolved) answer).reason().toString();
  }

  /** Resolves, and returns the answer in one line. */
  String line(Image from, int typeRef) {
    return line(resolve(from, typeRef));
  }
}
