// SPDX-License-Identifier: Apache-2.0
/** A pass-through for a stream of OpenTelemetry profiles: {@link dev.tiptoe.serve.OtlpProxy}. */
@NullMarked
package dev.tiptoe.serve;

import org.jspecify.annotations.NullMarked;
