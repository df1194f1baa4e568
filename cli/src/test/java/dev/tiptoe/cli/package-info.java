// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code tiptoe} command against its contract for scripts, real programs on a real CLR, and
 * System.Reflection.Metadata on the whole of a real framework; and the rules that hold all modules
 * together.
 */
@NullMarked
package dev.tiptoe.cli;

import org.jspecify.annotations.NullMarked;
