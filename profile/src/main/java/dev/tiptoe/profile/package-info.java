// SPDX-License-Identifier: Apache-2.0
/** What the formats of profiles have in common. */
@NullMarked
package dev.tiptoe.profile;

import org.jspecify.annotations.NullMarked;
