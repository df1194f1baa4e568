// SPDX-License-Identifier: Apache-2.0
/** The values of options and parameters, read from text. */
@NullMarked
package dev.tiptoe.cli.option;

import org.jspecify.annotations.NullMarked;
