// SPDX-License-Identifier: Apache-2.0
/**
 * Writes profiles in the formats of other tools: {@link dev.tiptoe.profile.export.ExportFormat} is
 * where to begin. Formats are written here, and read elsewhere.
 */
@NullMarked
package dev.tiptoe.profile.export;

import org.jspecify.annotations.NullMarked;
