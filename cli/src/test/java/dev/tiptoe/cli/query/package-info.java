// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.cli.query;

import org.jspecify.annotations.NullMarked;
