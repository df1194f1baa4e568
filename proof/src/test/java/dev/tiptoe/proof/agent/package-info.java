// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.proof.agent;

import org.jspecify.annotations.NullMarked;
