// SPDX-License-Identifier: Apache-2.0
/** Tests of parts of the commands that read files. */
@NullMarked
package dev.tiptoe.cli.file;

import org.jspecify.annotations.NullMarked;
