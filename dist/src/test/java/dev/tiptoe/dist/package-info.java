// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.dist;

import org.jspecify.annotations.NullMarked;
