// SPDX-License-Identifier: Apache-2.0
/**
 * The container: a PE file's headers and sections, its COR20 header, and the metadata root with its
 * streams.
 *
 * <p>What the streams hold is none of its business.
 */
@NullMarked
package dev.tiptoe.metadata.pe;

import org.jspecify.annotations.NullMarked;
