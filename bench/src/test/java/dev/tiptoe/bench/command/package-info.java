// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.bench.command;

import org.jspecify.annotations.NullMarked;
