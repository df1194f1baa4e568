// SPDX-License-Identifier: Apache-2.0
/** The reader against files that it wrote itself, that the real runtime wrote, and damaged ones. */
@NullMarked
package dev.tiptoe.trace.eventpipe;

import org.jspecify.annotations.NullMarked;
