// SPDX-License-Identifier: Apache-2.0
/** The commands that read files: images, bundles and folders of them. */
@NullMarked
package dev.tiptoe.cli.file;

import org.jspecify.annotations.NullMarked;
