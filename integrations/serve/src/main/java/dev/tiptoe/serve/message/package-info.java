// SPDX-License-Identifier: Apache-2.0
/** The common parts of the proxy: memory in flight, refusals, delays. */
@NullMarked
package dev.tiptoe.serve.message;

import org.jspecify.annotations.NullMarked;
