// SPDX-License-Identifier: Apache-2.0
/** The common inputs of the tests of all layers. */
@NullMarked
package dev.tiptoe.metadata.given;

import org.jspecify.annotations.NullMarked;
