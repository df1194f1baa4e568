// SPDX-License-Identifier: Apache-2.0
/** The commands that start, attach to, or ask a process. */
@NullMarked
package dev.tiptoe.cli.process;

import org.jspecify.annotations.NullMarked;
