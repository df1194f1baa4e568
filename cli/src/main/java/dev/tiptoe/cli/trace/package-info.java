// SPDX-License-Identifier: Apache-2.0
/** The commands that read traces, and the demo, which records one first. */
@NullMarked
package dev.tiptoe.cli.trace;

import org.jspecify.annotations.NullMarked;
