// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the files of modules in folders: those of another machine, or of a program and its shared
 * frameworks.
 */
@NullMarked
package dev.tiptoe.resolver.locator;

import org.jspecify.annotations.NullMarked;
