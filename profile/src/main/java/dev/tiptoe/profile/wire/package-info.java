// SPDX-License-Identifier: Apache-2.0
/**
 * The wire format of protocol buffers: messages are read in place, and copied byte for byte if they
 * do not change. It knows no message of any format.
 */
@NullMarked
package dev.tiptoe.profile.wire;

import org.jspecify.annotations.NullMarked;
