// SPDX-License-Identifier: Apache-2.0
/** The layouts of events, field by field. */
@NullMarked
package dev.tiptoe.trace.eventpipe.event;

import org.jspecify.annotations.NullMarked;
