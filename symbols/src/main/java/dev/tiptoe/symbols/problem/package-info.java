// SPDX-License-Identifier: Apache-2.0
/** How problems with files are told, the same everywhere. Not exported. */
@NullMarked
package dev.tiptoe.symbols.problem;

import org.jspecify.annotations.NullMarked;
