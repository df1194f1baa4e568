// SPDX-License-Identifier: Apache-2.0
/** Converters from text to the values of options and parameters. */
@NullMarked
package dev.tiptoe.cli.option;

import org.jspecify.annotations.NullMarked;
