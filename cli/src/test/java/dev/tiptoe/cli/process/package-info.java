// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.cli.process;

import org.jspecify.annotations.NullMarked;
