// SPDX-License-Identifier: Apache-2.0
/**
 * Makes .NET images, whole ones and precisely damaged ones, for tests of what reads them.
 *
 * <p>Written from ECMA-335 alone and on plain Java: it has its own notion of heaps, tables and
 * index widths, so that a reader that agrees with it does not only agree with itself.
 */
@NullMarked
package dev.tiptoe.testdata.image;

import org.jspecify.annotations.NullMarked;
