// SPDX-License-Identifier: Apache-2.0
/**
 * Works that two processes do in turn, ours and a peer, and what comes of comparing them.
 *
 * <p>{@link dev.tiptoe.proof.bench.MetadataWorks} is what our process runs; the peer's program is
 * in {@code testdata/assemblies/MetadataBench}. How the command is called and what it prints is
 * none of this package's business.
 */
@NullMarked
package dev.tiptoe.proof.bench;

import org.jspecify.annotations.NullMarked;
