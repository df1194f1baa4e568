// SPDX-License-Identifier: Apache-2.0
/**
 * Leads from a loaded module to its metadata: {@link dev.tiptoe.resolver.module.ModuleImages} opens
 * the file and checks that it is the one that was loaded.
 */
@NullMarked
package dev.tiptoe.resolver.module;

import org.jspecify.annotations.NullMarked;
