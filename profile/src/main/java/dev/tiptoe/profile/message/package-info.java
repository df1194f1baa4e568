// SPDX-License-Identifier: Apache-2.0
/**
 * The messages of OTLP and pprof: where the tables of a profile are, what their entries have, and
 * the {@linkplain dev.tiptoe.profile.message.MessageLimits limits} of both. What reads profiles and
 * what symbolizes them share it.
 */
@NullMarked
package dev.tiptoe.profile.message;

import org.jspecify.annotations.NullMarked;
