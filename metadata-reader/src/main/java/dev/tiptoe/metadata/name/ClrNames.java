// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Image;

/**
 * Writes names as in the runtime's method events: {@code N.Outer+Inner`1::M instance void (int32)},
 * which are the event's three texts, joined.
 */
final class ClrNames extends SignedNames {

  private static final Notation NOTATION = new Notation(" ", "", "?", "[?]");

  private final ClrTypes types;
  private final ClrSignature signatures;

  ClrNames(Image image, TypeNames names) {
    super(image, names, NOTATION);
    this.types = new ClrTypes(image, text, names);
    this.signatures = new ClrSignature(image, text);
  }

  @Override
  TypeWriter types() {
    return types;
  }

  @Override
  void fieldType(Cursor signature) {
    signatures.field(signature);
  }

  @Override
  void methodSignature(Cursor signature) {
    signatures.method(signature);
  }

  @Override
  void propertySignature(Cursor signature) {
    signatures.property(signature);
  }
}
