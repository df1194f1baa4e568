// SPDX-License-Identifier: Apache-2.0
/** Symbols and profiles for tests. */
@NullMarked
package dev.tiptoe.profile.given;

import org.jspecify.annotations.NullMarked;
