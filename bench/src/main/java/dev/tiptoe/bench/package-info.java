// SPDX-License-Identifier: Apache-2.0
/**
 * Works that two processes, ours and a peer, do in turn, and the comparison of their times; or what
 * two whole processes take.
 *
 * <p>{@link dev.tiptoe.bench.MetadataWorks} runs in our process; the peer's program is in {@code
 * testdata/assemblies/MetadataBench}. The command line and the output are in {@code
 * dev.tiptoe.bench.command}. Nothing depends on this module.
 */
@NullMarked
package dev.tiptoe.bench;

import org.jspecify.annotations.NullMarked;
