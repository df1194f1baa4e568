// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.serve.command;

import org.jspecify.annotations.NullMarked;
