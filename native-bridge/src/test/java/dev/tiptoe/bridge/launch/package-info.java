// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.bridge.launch;

import org.jspecify.annotations.NullMarked;
