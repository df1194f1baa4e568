// SPDX-License-Identifier: Apache-2.0
/** Takes messages from receivers, names their frames, and sends them in order, again and again. */
@NullMarked
package dev.tiptoe.serve.forward;

import org.jspecify.annotations.NullMarked;
