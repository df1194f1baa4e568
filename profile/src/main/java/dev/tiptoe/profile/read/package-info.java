// SPDX-License-Identifier: Apache-2.0
/**
 * Reads profiles that other tools wrote: {@link dev.tiptoe.profile.read.ProfileReader} is where to
 * begin. The frames have the names that the file has; {@code dev.tiptoe.profile.symbolize} gives
 * them others before that.
 */
@NullMarked
package dev.tiptoe.profile.read;

import org.jspecify.annotations.NullMarked;
