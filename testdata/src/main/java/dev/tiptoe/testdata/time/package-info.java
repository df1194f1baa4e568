// SPDX-License-Identifier: Apache-2.0

/** How long the tests themselves take. */
@NullMarked
package dev.tiptoe.testdata.time;

import org.jspecify.annotations.NullMarked;
