// SPDX-License-Identifier: Apache-2.0
/**
 * Programs, and witnesses who see for themselves what is true of them.
 *
 * <p>A {@link dev.tiptoe.cli.witness.Witness} runs a {@link dev.tiptoe.cli.witness.Program},
 * compares what Tiptoe claims of it with what it saw in another way, and gives {@link
 * dev.tiptoe.cli.witness.Testimony}. How the command is called and what it prints is none of this
 * package's business.
 */
@NullMarked
package dev.tiptoe.cli.witness;

import org.jspecify.annotations.NullMarked;
