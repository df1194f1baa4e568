// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.bridge.diagnostics;

import org.jspecify.annotations.NullMarked;
