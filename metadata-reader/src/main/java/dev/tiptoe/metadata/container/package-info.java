// SPDX-License-Identifier: Apache-2.0
/**
 * The files that hold a module: PE, Webcil, metadata alone and components of a composite image, as
 * {@link dev.tiptoe.metadata.container.Container}; and the metadata root with its streams. What the
 * streams hold is none of its business. Not exported.
 */
@NullMarked
package dev.tiptoe.metadata.container;

import org.jspecify.annotations.NullMarked;
