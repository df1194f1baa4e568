// SPDX-License-Identifier: Apache-2.0
/**
 * Finds modules and their PDBs by identity: in folders, packages, single-file bundles, symbol
 * stores and on symbol servers. {@link dev.tiptoe.stores.Store} is where to begin. Their contents
 * are read elsewhere.
 */
@NullMarked
package dev.tiptoe.stores;

import org.jspecify.annotations.NullMarked;
