// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.framework;

import org.jspecify.annotations.NullMarked;
