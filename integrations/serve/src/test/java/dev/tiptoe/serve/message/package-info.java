// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.serve.message;

import org.jspecify.annotations.NullMarked;
