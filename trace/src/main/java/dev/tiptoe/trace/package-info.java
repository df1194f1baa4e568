// SPDX-License-Identifier: Apache-2.0
/**
 * The trace format, reading side: {@link TraceReader} finds the records of a trace, finished or
 * growing, and tells their facts to a {@link dev.tiptoe.resolver.feed.RuntimeFeed}.
 *
 * <p>The format itself is described in {@code src/site/reference/trace-format.md}; the agent writes
 * it. What the facts add up to is not worked out here.
 */
@NullMarked
package dev.tiptoe.trace;

import org.jspecify.annotations.NullMarked;
