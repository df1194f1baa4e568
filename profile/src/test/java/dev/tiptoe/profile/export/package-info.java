// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.profile.export;

import org.jspecify.annotations.NullMarked;
