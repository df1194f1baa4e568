// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.cli.terminal;

import org.jspecify.annotations.NullMarked;
