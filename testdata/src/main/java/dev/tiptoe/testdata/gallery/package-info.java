// SPDX-License-Identifier: Apache-2.0
/**
 * Odd images, each made for what is odd about it: what compilers do not write, and obfuscators, old
 * tools and other languages do. Nothing here says how they are to be read.
 */
@NullMarked
package dev.tiptoe.testdata.gallery;

import org.jspecify.annotations.NullMarked;
