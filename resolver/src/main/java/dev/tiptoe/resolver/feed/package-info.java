// SPDX-License-Identifier: Apache-2.0
/**
 * The event model: the facts about a running CLR, and {@link RuntimeFeed}, which receives them.
 *
 * <p>Values and one interface. It depends on no agent, no trace format and no file; {@code
 * dev.tiptoe.resolver.map} draws the conclusions.
 */
@NullMarked
package dev.tiptoe.resolver.feed;

import org.jspecify.annotations.NullMarked;
