// SPDX-License-Identifier: Apache-2.0
/**
 * COM, both ways: calling native objects through their vtables, and letting native code call Java
 * objects through theirs.
 *
 * <p>Interfaces are data: names, IIDs and methods in the order of their slots. Which interfaces
 * there are, and what they are for, is the business of those who use them. Native calls go through
 * JNA, which is loaded by the first of them.
 */
@NullMarked
package dev.tiptoe.bridge.com;

import org.jspecify.annotations.NullMarked;
