// SPDX-License-Identifier: Apache-2.0
/**
 * Reads bytes of a file at absolute offsets. This is the only package that reads files and {@code
 * ByteBuffer}s, and the only one that turns an out-of-bounds read into {@link
 * dev.tiptoe.metadata.MetadataFormatException}.
 */
@NullMarked
package dev.tiptoe.metadata.bytes;

import org.jspecify.annotations.NullMarked;
