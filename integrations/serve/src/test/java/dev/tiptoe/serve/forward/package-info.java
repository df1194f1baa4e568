// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.serve.forward;

import org.jspecify.annotations.NullMarked;
