// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the agent's trace format: {@link TraceReader} finds the records of a trace, finished or
 * growing, and passes their facts on to a {@link dev.tiptoe.resolver.feed.RuntimeFeed}. {@link
 * TraceWriter} writes the facts that a feed gets, or those that a session has kept, in this format.
 *
 * <p>The format is described in {@code src/site/reference/trace-format.md}. The resolver draws
 * conclusions from the facts.
 */
@NullMarked
package dev.tiptoe.trace;

import org.jspecify.annotations.NullMarked;
