// SPDX-License-Identifier: Apache-2.0
/** The command {@code tiptoe-serve}, which symbolizes a stream of profiles. */
@NullMarked
package dev.tiptoe.serve.command;

import org.jspecify.annotations.NullMarked;
