// SPDX-License-Identifier: Apache-2.0
/**
 * Measures what it costs a .NET program to be observed: programs run alone, with our agent, and
 * with the runtime's own sampler, in turn.
 *
 * <p>{@link dev.tiptoe.bench.agent.Experiment} runs them, {@link dev.tiptoe.bench.agent.Figures}
 * computes figures from the runs. The programs are {@code testdata/assemblies/Workload}, {@code
 * WebServer} and {@code Hello}.
 */
@NullMarked
package dev.tiptoe.bench.agent;

import org.jspecify.annotations.NullMarked;
