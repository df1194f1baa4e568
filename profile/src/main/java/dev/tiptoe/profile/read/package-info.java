// SPDX-License-Identifier: Apache-2.0
/**
 * Reads profiles that other tools wrote, a class for each format. The frames have the names that
 * the file has.
 */
@NullMarked
package dev.tiptoe.profile.read;

import org.jspecify.annotations.NullMarked;
