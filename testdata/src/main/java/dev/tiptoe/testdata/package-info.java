// SPDX-License-Identifier: Apache-2.0

/**
 * Locates the test data: the fetched .NET runtime and the binaries of the test assemblies, below
 * the repository's root that the system property {@code tiptoe.home} names. Nothing here reads
 * them.
 */
@NullMarked
package dev.tiptoe.testdata;

import org.jspecify.annotations.NullMarked;
