// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.serve.setting;

import org.jspecify.annotations.NullMarked;
