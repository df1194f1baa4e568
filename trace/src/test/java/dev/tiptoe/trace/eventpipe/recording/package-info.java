// SPDX-License-Identifier: Apache-2.0
/** The facts and samples of files that are built here, and of damaged ones. */
@NullMarked
package dev.tiptoe.trace.eventpipe.recording;

import org.jspecify.annotations.NullMarked;
