// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.List;
import java.util.stream.Stream;

/**
 * All questions, as data; {@code cor.h} has the parameters of each.
 *
 * <p>They witness what our reader works out beyond cells: owners, enclosing types, accessors,
 * layouts, constants, lookups by name.
 */
final class Questions {

  private Questions() {}

  /** What {@code IMetaDataImport2} is asked. */
  static List<Question<?>> ofImport() {
    return Stream.of(
            TypeQuestions.all(),
            MemberQuestions.all(),
            LookupQuestions.all(),
            AttachedQuestions.all())
        .<Question<?>>flatMap(List::stream)
        .toList();
  }

  /** What {@code IMetaDataAssemblyImport} is asked. */
  static List<Question<?>> ofAssemblyImport() {
    return ManifestQuestions.all();
  }

  /** A name as the CLR gives it, with the namespace before it. */
  static String qualified(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }
}
