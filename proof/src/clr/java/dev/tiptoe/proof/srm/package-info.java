// SPDX-License-Identifier: Apache-2.0
/**
 * System.Reflection.Metadata as a witness of everything that is read: {@code MetadataDump}, whose
 * source is in {@code testdata/assemblies}, and a {@link dev.tiptoe.proof.srm.Section} print the
 * same about the same files, and every line must be equal.
 */
@NullMarked
package dev.tiptoe.proof.srm;

import org.jspecify.annotations.NullMarked;
