// SPDX-License-Identifier: Apache-2.0
/**
 * The four heaps: strings, user strings, blobs and GUIDs, each addressed by offset (GUIDs by
 * index). Not exported.
 */
@NullMarked
package dev.tiptoe.metadata.heap;

import org.jspecify.annotations.NullMarked;
