// SPDX-License-Identifier: Apache-2.0
/** The commands that start a process, attach to one, or send requests to its agent. */
@NullMarked
package dev.tiptoe.cli.process;

import org.jspecify.annotations.NullMarked;
