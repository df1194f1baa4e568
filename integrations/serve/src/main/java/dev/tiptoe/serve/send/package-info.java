// SPDX-License-Identifier: Apache-2.0
/** Sends messages to the back end, once each. */
@NullMarked
package dev.tiptoe.serve.send;

import org.jspecify.annotations.NullMarked;
