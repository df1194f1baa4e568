// SPDX-License-Identifier: Apache-2.0
/**
 * The wire format of protocol buffers: messages are read where they lie, and copied byte for byte
 * where they do not change. It knows no message of any format.
 */
@NullMarked
package dev.tiptoe.profile.wire;

import org.jspecify.annotations.NullMarked;
