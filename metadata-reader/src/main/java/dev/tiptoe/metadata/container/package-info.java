// SPDX-License-Identifier: Apache-2.0
/**
 * Finds a module's bytes in the kinds of file that contain one: PE, Webcil, metadata alone and
 * components of a composite image, as {@link dev.tiptoe.metadata.container.Container}; and the
 * metadata root with its streams. Other packages read the streams. Not exported.
 */
@NullMarked
package dev.tiptoe.metadata.container;

import org.jspecify.annotations.NullMarked;
