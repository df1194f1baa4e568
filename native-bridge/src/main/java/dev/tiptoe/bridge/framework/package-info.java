// SPDX-License-Identifier: Apache-2.0
/**
 * Attaching a profiler to a running process of the .NET Framework, which only Windows has.
 *
 * <p>The way is that of the CLR's hosting interfaces, reached through COM; processes of .NET (Core)
 * have another, their diagnostics socket. The names are those of {@code metahost.h}. Nothing native
 * is loaded before an attach is asked for.
 */
@NullMarked
package dev.tiptoe.bridge.framework;

import org.jspecify.annotations.NullMarked;
