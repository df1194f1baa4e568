// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.testdata.Corpus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The enums of the real runtime, found through its forwarders. For one thread. */
final class CorpusEnums implements EnumResolver {

  private final Map<String, Optional<PrimitiveType>> known = new HashMap<>();
  private final Corpus<Image> corpus;

  CorpusEnums(Corpus<Image> corpus) {
    this.corpus = corpus;
  }

  @Override
  public Optional<PrimitiveType> underlyingType(Image from, SerializedTypeName name) {
    String assembly = name.assembly().isEmpty() ? "System.Private.CoreLib" : name.assemblyName();
    return known.computeIfAbsent(assembly + ":" + name.path(), none -> find(assembly, name));
  }

  private Optional<PrimitiveType> find(String assembly, SerializedTypeName name) {
    Optional<Image> image = corpus.named(assembly + ".dll");
    Optional<TypeDef> type = image.flatMap(name::in);
    return type.isPresent()
        ? type.flatMap(EnumResolver::underlyingType)
        : image.flatMap(in -> forwarded(in, name)).flatMap(next -> find(next, name));
  }

  private static Optional<String> forwarded(Image image, SerializedTypeName name) {
    for (int rid = 1; rid <= image.metadata().tables().count(ExportedType.TABLE); rid++) {
      ExportedType type = new ExportedType(image, rid);
      Token to = type.implementation();
      if (to.table() == AssemblyRef.TABLE
          && type.name().equals(name.name())
          && type.namespace().equals(name.namespace())) {
        return Optional.of(new AssemblyRef(image, to.rid()).name());
      }
    }
    return Optional.empty();
  }
}
