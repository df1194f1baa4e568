// SPDX-License-Identifier: Apache-2.0
/** Symbolizes profiles of any format that is read. Their first bytes decide the format. */
@NullMarked
package dev.tiptoe.profile.symbolize;

import org.jspecify.annotations.NullMarked;
