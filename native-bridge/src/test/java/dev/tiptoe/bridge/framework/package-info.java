// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.bridge.framework;

import org.jspecify.annotations.NullMarked;
