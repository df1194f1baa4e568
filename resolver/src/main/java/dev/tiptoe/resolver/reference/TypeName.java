// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.function.Supplier;

/**
 * The name of a type to look for, from a row of the referring module.
 *
 * @param row the row
 * @param sought the name in the form for look-up
 * @param fullName the name for people
 */
record TypeName(Token row, SoughtType sought, Supplier<String> fullName) {

  static TypeName of(TypeRef reference) {
    return new TypeName(
        reference.token(),
        SoughtType.of(reference),
        () -> joined(reference.namespace(), reference.name()));
  }

  static TypeName of(ExportedType exported) {
    return new TypeName(
        exported.token(),
        SoughtType.of(exported),
        () -> joined(exported.namespace(), exported.name()));
  }

  private static String joined(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }
}
