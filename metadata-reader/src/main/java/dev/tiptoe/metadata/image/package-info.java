// SPDX-License-Identifier: Apache-2.0
/**
 * A module as a whole: {@link dev.tiptoe.metadata.image.Image}, views of its rows, and lookups by
 * name.
 */
@NullMarked
package dev.tiptoe.metadata.image;

import org.jspecify.annotations.NullMarked;
