// SPDX-License-Identifier: Apache-2.0
/**
 * The event model: the facts a running CLR gives away, and {@link RuntimeFeed}, where they arrive.
 *
 * <p>Values and one interface. It depends on no agent, no trace format and no file; what the facts
 * add up to is worked out in {@code dev.tiptoe.resolver.map}.
 */
@NullMarked
package dev.tiptoe.resolver.feed;

import org.jspecify.annotations.NullMarked;
