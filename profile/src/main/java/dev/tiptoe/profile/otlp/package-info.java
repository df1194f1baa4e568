// SPDX-License-Identifier: Apache-2.0
/** Symbolizes OpenTelemetry profiles (OTLP): {@link dev.tiptoe.profile.otlp.OtlpSymbolizer}. */
@NullMarked
package dev.tiptoe.profile.otlp;

import org.jspecify.annotations.NullMarked;
