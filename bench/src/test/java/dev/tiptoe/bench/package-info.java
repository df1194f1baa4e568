// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.bench;

import org.jspecify.annotations.NullMarked;
