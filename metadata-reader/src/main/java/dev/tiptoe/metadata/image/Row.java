// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A view of one row: an image and a row number, decoded on each call.
 *
 * <p>Equal when image and row are the same. A view of a row that does not exist throws {@link
 * dev.tiptoe.metadata.MetadataFormatException} when it is read.
 */
public sealed interface Row
    permits TypeDef,
        TypeRef,
        Field,
        MethodDef,
        MemberRef,
        TypeSpec,
        MethodSpec,
        ExportedType,
        AssemblyRef,
        ModuleRef,
        File {

  /** Where the row is. */
  Image image();

  /** The row's number, from 1. */
  int rid();

  /** The token that names this row. */
  Token token();
}
