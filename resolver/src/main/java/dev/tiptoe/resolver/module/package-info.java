// SPDX-License-Identifier: Apache-2.0
/**
 * From a module that a runtime loaded to its metadata: {@link
 * dev.tiptoe.resolver.module.ModuleImages} opens the file and makes sure it is the one that was
 * loaded.
 */
@NullMarked
package dev.tiptoe.resolver.module;

import org.jspecify.annotations.NullMarked;
