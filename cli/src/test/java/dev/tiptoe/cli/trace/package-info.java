// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.cli.trace;

import org.jspecify.annotations.NullMarked;
