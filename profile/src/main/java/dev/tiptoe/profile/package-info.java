// SPDX-License-Identifier: Apache-2.0
/**
 * The profile as a type: {@link dev.tiptoe.profile.Profile} is threads, distinct stacks, frames,
 * weights and a timeline. {@link dev.tiptoe.profile.ProfileFeed} makes one of a trace, and {@link
 * dev.tiptoe.profile.ProfileViews} shows it by thread, by module, by time, or upside down.
 *
 * <p>The formats of other tools are in {@code dev.tiptoe.profile.export}.
 */
@NullMarked
package dev.tiptoe.profile;

import org.jspecify.annotations.NullMarked;
