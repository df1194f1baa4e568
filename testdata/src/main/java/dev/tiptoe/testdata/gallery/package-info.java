// SPDX-License-Identifier: Apache-2.0
/**
 * Odd images, each made for one oddity: what compilers do not write, and obfuscators, old tools and
 * other languages do. How they should be read is defined elsewhere.
 */
@NullMarked
package dev.tiptoe.testdata.gallery;

import org.jspecify.annotations.NullMarked;
