// SPDX-License-Identifier: Apache-2.0
/**
 * The sides of {@code prove bench profile}: profiles, and plain collections of the JDK that count
 * the samples of the same traces.
 */
@NullMarked
package dev.tiptoe.bench.profile;

import org.jspecify.annotations.NullMarked;
