// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.framework.com;

import org.jspecify.annotations.NullMarked;
