// SPDX-License-Identifier: Apache-2.0
/**
 * Where a module's bytes come from: {@link dev.tiptoe.metadata.container.Container}, the kinds of
 * file that hold one, and the metadata root with its streams.
 *
 * <p>What the streams hold is none of its business.
 */
@NullMarked
package dev.tiptoe.metadata.container;

import org.jspecify.annotations.NullMarked;
