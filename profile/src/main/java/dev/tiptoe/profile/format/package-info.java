// SPDX-License-Identifier: Apache-2.0
/**
 * The formats of profiles, recognized by the first bytes of a file: {@link
 * dev.tiptoe.profile.format.ProfileFormat} lists them with what can be done with each, and writes
 * them; {@link dev.tiptoe.profile.format.ProfileReader} and {@link
 * dev.tiptoe.profile.format.ProfileSymbolizer} read them. What reads and writes one format is in
 * packages of its own.
 */
@NullMarked
package dev.tiptoe.profile.format;

import org.jspecify.annotations.NullMarked;
