// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeRef;

/**
 * The name of a type to look for, from a row of the referring module.
 *
 * @param row the row
 * @param sought the name in the form for look-up
 */
record TypeName(Token row, SoughtType sought) {

  static TypeName of(TypeRef reference) {
    return new TypeName(reference.token(), SoughtType.of(reference));
  }

  static TypeName of(ExportedType exported) {
    return new TypeName(exported.token(), SoughtType.of(exported));
  }
}
