// SPDX-License-Identifier: Apache-2.0
/** The command that answers SQL: {@code sql}. */
@NullMarked
package dev.tiptoe.cli.query;

import org.jspecify.annotations.NullMarked;
