// SPDX-License-Identifier: Apache-2.0
/**
 * Decodes the blobs of a portable PDB: the sources of a method's IL, the imports of a range of
 * source, and the values of local constants.
 *
 * <p>Source: Portable PDB v1.0 Format Specification. The rows that have these blobs, and the names
 * of documents, are in {@link dev.tiptoe.metadata.image}.
 */
@NullMarked
package dev.tiptoe.metadata.pdb;

import org.jspecify.annotations.NullMarked;
