// SPDX-License-Identifier: Apache-2.0
/**
 * COM in both directions: calls native objects through their vtables, and lets native code call
 * Java objects through theirs.
 *
 * <p>Interfaces are data: names, IIDs and methods in the order of their slots. The packages that
 * use them define them. Native calls go through JNA, which is loaded on first use.
 */
@NullMarked
package dev.tiptoe.framework.com;

import org.jspecify.annotations.NullMarked;
