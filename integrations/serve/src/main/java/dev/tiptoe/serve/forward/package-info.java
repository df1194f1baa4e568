// SPDX-License-Identifier: Apache-2.0
/** Accepts messages from receivers, names their frames, and sends them in order, with retries. */
@NullMarked
package dev.tiptoe.serve.forward;

import org.jspecify.annotations.NullMarked;
