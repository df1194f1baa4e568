// SPDX-License-Identifier: Apache-2.0
/**
 * Attaches a profiler to a running process of the .NET Framework, which exists only on Windows.
 *
 * <p>It uses the CLR's hosting interfaces through COM; processes of .NET (Core) have a diagnostics
 * socket instead. The names are those of {@code metahost.h}. No native library is loaded before an
 * attach is requested.
 */
@NullMarked
package dev.tiptoe.framework;

import org.jspecify.annotations.NullMarked;
