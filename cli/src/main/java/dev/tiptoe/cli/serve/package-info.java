// SPDX-License-Identifier: Apache-2.0
/** The command that stands in a stream of profiles: {@code serve}. */
@NullMarked
package dev.tiptoe.cli.serve;

import org.jspecify.annotations.NullMarked;
