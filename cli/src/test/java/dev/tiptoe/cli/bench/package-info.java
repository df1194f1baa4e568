// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.cli.bench;

import org.jspecify.annotations.NullMarked;
