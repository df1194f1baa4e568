// SPDX-License-Identifier: Apache-2.0
/** What all parts of the proxy share: memory in flight, refusals, delays. */
@NullMarked
package dev.tiptoe.serve.message;

import org.jspecify.annotations.NullMarked;
