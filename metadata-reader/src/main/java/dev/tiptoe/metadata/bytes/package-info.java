// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes of a file, read at absolute offsets by {@link dev.tiptoe.metadata.bytes.Bytes} and in
 * sequence by {@link dev.tiptoe.metadata.bytes.Cursor}: the only package that reads files and
 * {@code ByteBuffer}s, and the only one that turns an out-of-bounds read into {@link
 * dev.tiptoe.metadata.MetadataFormatException}.
 */
@NullMarked
package dev.tiptoe.metadata.bytes;

import org.jspecify.annotations.NullMarked;
