// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.profile.read;

import org.jspecify.annotations.NullMarked;
