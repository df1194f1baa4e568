// SPDX-License-Identifier: Apache-2.0
/** The reader against files of both framings that are built here, and damaged ones. */
@NullMarked
package dev.tiptoe.trace.eventpipe.format;

import org.jspecify.annotations.NullMarked;
