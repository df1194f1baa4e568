// SPDX-License-Identifier: Apache-2.0
/**
 * Profiles as tables of Spark: OTLP, pprof, collapsed stacks, {@code .nettrace} files and the
 * traces of Tiptoe's agent. {@link dev.tiptoe.spark.source.ProfileSource} is what Spark calls.
 *
 * <p>Source: src/site/guides/symbolize-a-fleet.md. The files themselves are read elsewhere.
 */
@NullMarked
package dev.tiptoe.spark.source;

import org.jspecify.annotations.NullMarked;
