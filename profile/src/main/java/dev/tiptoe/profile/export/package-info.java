// SPDX-License-Identifier: Apache-2.0
/**
 * Writes profiles in the formats of other tools, a class for each; {@code ProfileFormat} lists
 * them. Formats are written here, and read elsewhere.
 */
@NullMarked
package dev.tiptoe.profile.export;

import org.jspecify.annotations.NullMarked;
