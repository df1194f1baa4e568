// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.List;
import java.util.stream.Stream;

/**
 * All questions, as data; {@code cor.h} has the parameters of each.
 *
 * <p>They test what our reader derives beyond cells: owners, enclosing types, accessors, layouts,
 * constants, lookups by name.
 */
final class Questions {

  private Questions() {}

  /** Returns the questions to {@code IMetaDataImport2}. */
  static List<Question<?>> ofImport() {
    return Stream.of(
            TypeQuestions.all(),
            MemberQuestions.all(),
            LookupQuestions.all(),
            AttachedQuestions.all())
        .<Question<?>>flatMap(List::stream)
        .toList();
  }

  /** Returns the questions to {@code IMetaDataAssemblyImport}. */
  static List<Question<?>> ofAssemblyImport() {
    return ManifestQuestions.all();
  }

  /** Returns a name in the CLR's form, with the namespace in front. */
  static String qualified(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }
}
