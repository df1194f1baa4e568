// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static dev.tiptoe.proof.verify.ComparedAnswer.blob;
import static dev.tiptoe.proof.verify.ComparedAnswer.name;
import static dev.tiptoe.proof.verify.ComparedAnswer.number;
import static dev.tiptoe.proof.verify.ComparedAnswer.token;

import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.ManifestResource;
import java.util.List;

/** Questions about the assembly and its parts. */
final class ManifestQuestions {

  private static final int PUBLIC_KEY = 1;

  private ManifestQuestions() {}

  static List<Question<?>> all() {
    return List.of(
        Question.of(
            "GetAssemblyProps",
            Assembly.TABLE,
            Assembly::new,
            blob("public key", Assembly::publicKey),
            number("hash algorithm", Assembly::hashAlgorithm),
            name(Assembly::name),
            new ComparedAnswer<Assembly>(
                "version", Shape.VERSION, row -> row.identity().version().toString()),
            number("flags", ManifestQuestions::flags)),
        Question.of(
            "GetAssemblyRefProps",
            AssemblyRef.TABLE,
            AssemblyRef::new,
            blob("public key or token", AssemblyRef::publicKeyOrToken),
            name(AssemblyRef::name),
            new ComparedAnswer<AssemblyRef>(
                "version", Shape.VERSION, row -> row.identity().version().toString()),
            blob("hash value", AssemblyRef::hashValue),
            number("flags", AssemblyRef::flags)),
        Question.of(
            "GetFileProps",
            File.TABLE,
            File::new,
            name(File::name),
            blob("hash value", File::hashValue),
            number("flags", File::flags)),
        Question.of(
            "GetExportedTypeProps",
            ExportedType.TABLE,
            ExportedType::new,
            name(type -> Questions.qualified(type.namespace(), type.name())),
            token("implementation", ExportedType::implementation),
            token("TypeDef", ExportedType::typeDefId),
            number("flags", ExportedType::flags)),
        Question.of(
            "GetManifestResourceProps",
            ManifestResource.TABLE,
            ManifestResource::new,
            name(ManifestResource::name),
            token("implementation", ManifestResource::implementation),
            number("offset", ManifestResource::offset),
            number("flags", ManifestResource::flags)));
  }

  /** The CLR sets the flag for a public key for every assembly that has one. */
  private static int flags(Assembly assembly) {
    return assembly.flags() | (assembly.publicKey().length() > 0 ? PUBLIC_KEY : 0);
  }
}
