// SPDX-License-Identifier: Apache-2.0
/**
 * Names and lines of .NET frames in Spark: {@link dev.tiptoe.spark.FrameFunctions} adds functions
 * to SQL, {@link dev.tiptoe.spark.Symbolizer} and {@link dev.tiptoe.spark.Indexer} are jobs for a
 * fleet. Spark is needed at run time, and is not brought along.
 *
 * <p>Source: src/site/guides/symbolize-a-fleet.md. Profiles are read in the package {@code source}.
 */
@NullMarked
package dev.tiptoe.spark;

import org.jspecify.annotations.NullMarked;
