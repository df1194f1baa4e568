// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench.agent;

import dev.tiptoe.cli.bench.Timing;

/**
 * What came of one run of a program.
 *
 * @param timing the program's own, of the work that counts
 * @param observerNanos processor time that the observer's own threads took meanwhile
 * @param residentBytes that its process had at most
 * @param trail what was written down during that work
 */
record Run(Timing timing, long observerNanos, long residentBytes, Trail trail) {}
