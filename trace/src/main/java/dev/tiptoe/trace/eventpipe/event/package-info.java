// SPDX-License-Identifier: Apache-2.0
/**
 * Decodes the payloads of events whose layout is known: {@link RuntimeEvent} those of the runtime,
 * {@link UniversalEvent} those of a recorder of whole processes.
 *
 * <p>Each is a value with the fields of its event. Nothing here follows one event to another.
 */
@NullMarked
package dev.tiptoe.trace.eventpipe.event;

import org.jspecify.annotations.NullMarked;
