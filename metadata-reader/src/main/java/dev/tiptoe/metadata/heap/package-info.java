// SPDX-License-Identifier: Apache-2.0
/**
 * The four heaps: strings, user strings, blobs and GUIDs, each addressed by offset (GUIDs by
 * index).
 */
@NullMarked
package dev.tiptoe.metadata.heap;

import org.jspecify.annotations.NullMarked;
