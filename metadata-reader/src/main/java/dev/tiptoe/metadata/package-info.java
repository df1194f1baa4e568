// SPDX-License-Identifier: Apache-2.0
/**
 * The values of .NET metadata (ECMA-335 partition II): tokens, assembly identities, and the only
 * exception for bad bytes.
 *
 * <p>{@code dev.tiptoe.metadata.image.Image} opens a module. The layers, from the file upwards, are
 * {@code bytes}, {@code container}, {@code heap}, {@code table}, {@code signature}, {@code image},
 * {@code name}, {@code attribute}, {@code body}, {@code pdb} and {@code r2r}, each a package that
 * depends only on those before it.
 */
@NullMarked
package dev.tiptoe.metadata;

import org.jspecify.annotations.NullMarked;
