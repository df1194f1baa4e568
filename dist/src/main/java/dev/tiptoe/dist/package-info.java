// SPDX-License-Identifier: Apache-2.0

/**
 * Makes what is downloaded beside the jars: the man pages and the completion of the command, from
 * the command's own description of itself, and the site, from the Markdown pages. Runs in the build
 * only; nothing here is published.
 */
@NullMarked
package dev.tiptoe.dist;

import org.jspecify.annotations.NullMarked;
