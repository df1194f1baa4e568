// SPDX-License-Identifier: Apache-2.0
/**
 * Single-file bundles: programs with their assemblies, settings and libraries in one executable
 * file. A member is opened with {@code Image.of(bundle.member("App.dll").orElseThrow().open())}.
 */
@NullMarked
package dev.tiptoe.metadata.bundle;

import org.jspecify.annotations.NullMarked;
