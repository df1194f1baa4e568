// SPDX-License-Identifier: Apache-2.0
/** What the tests of all layers begin with. */
@NullMarked
package dev.tiptoe.metadata.given;

import org.jspecify.annotations.NullMarked;
