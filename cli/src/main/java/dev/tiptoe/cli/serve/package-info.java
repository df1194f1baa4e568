// SPDX-License-Identifier: Apache-2.0
/** The command {@code serve}, which reports that {@code tiptoe-serve} is not installed. */
@NullMarked
package dev.tiptoe.cli.serve;

import org.jspecify.annotations.NullMarked;
