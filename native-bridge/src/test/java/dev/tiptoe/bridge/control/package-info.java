// SPDX-License-Identifier: Apache-2.0
/** Asking agents, real ones and such as only pretend to be. */
@NullMarked
package dev.tiptoe.bridge.control;

import org.jspecify.annotations.NullMarked;
