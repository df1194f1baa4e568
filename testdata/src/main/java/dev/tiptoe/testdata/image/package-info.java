// SPDX-License-Identifier: Apache-2.0
/**
 * Makes .NET images, sound ones and precisely damaged ones, for tests of readers.
 *
 * <p>It is written from ECMA-335 alone in plain Java. It has its own notion of heaps, tables and
 * index widths, so that a reader is not compared with itself.
 */
@NullMarked
package dev.tiptoe.testdata.image;

import org.jspecify.annotations.NullMarked;
