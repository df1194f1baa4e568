// SPDX-License-Identifier: Apache-2.0
/** Profiles of any format that is read, told apart by their first bytes. */
@NullMarked
package dev.tiptoe.profile.symbolize;

import org.jspecify.annotations.NullMarked;
