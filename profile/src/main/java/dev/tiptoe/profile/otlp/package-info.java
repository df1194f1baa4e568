// SPDX-License-Identifier: Apache-2.0
/**
 * OpenTelemetry profiles (OTLP). {@link dev.tiptoe.profile.otlp.OtlpSymbolizer} is where to begin.
 */
@NullMarked
package dev.tiptoe.profile.otlp;

import org.jspecify.annotations.NullMarked;
