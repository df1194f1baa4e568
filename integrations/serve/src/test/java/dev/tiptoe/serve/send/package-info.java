// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.serve.send;

import org.jspecify.annotations.NullMarked;
