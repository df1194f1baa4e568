// SPDX-License-Identifier: Apache-2.0
/** Processes of this machine, as the kernel shows them. */
@NullMarked
package dev.tiptoe.bridge.process;

import org.jspecify.annotations.NullMarked;
