// SPDX-License-Identifier: Apache-2.0
/**
 * The values of .NET metadata (ECMA-335 partition II): tokens, assembly identities, and the one
 * exception for bad bytes.
 *
 * <p>A module is opened with {@code dev.tiptoe.metadata.image.Image}; its layers, from the file
 * upwards, are {@code bytes}, {@code container}, {@code bundle}, {@code heap}, {@code table},
 * {@code parser}, {@code signature}, {@code image}, {@code name}, {@code attribute}, {@code body},
 * {@code pdb} and {@code r2r}, each a package that knows only those before it.
 */
@NullMarked
package dev.tiptoe.metadata;

import org.jspecify.annotations.NullMarked;
