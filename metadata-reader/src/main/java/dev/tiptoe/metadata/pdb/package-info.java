// SPDX-License-Identifier: Apache-2.0
/**
 * What the blobs of a portable PDB hold: where the IL of a method comes from in its sources, what a
 * range of source imports, and the values of local constants.
 *
 * <p>Source: Portable PDB v1.0 Format Specification. The rows that have these blobs, and the names
 * of documents, are in {@link dev.tiptoe.metadata.image}.
 */
@NullMarked
package dev.tiptoe.metadata.pdb;

import org.jspecify.annotations.NullMarked;
