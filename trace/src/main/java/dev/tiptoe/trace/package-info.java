// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the agent's trace format: {@link TraceReader} finds the records of a trace, finished or
 * growing, and passes their facts on to a {@link dev.tiptoe.resolver.feed.RuntimeFeed}.
 *
 * <p>The format is described in {@code src/site/reference/trace-format.md}; the agent writes it.
 * The resolver draws conclusions from the facts.
 */
@NullMarked
package dev.tiptoe.trace;

import org.jspecify.annotations.NullMarked;
