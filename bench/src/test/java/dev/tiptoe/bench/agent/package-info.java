// SPDX-License-Identifier: Apache-2.0
/** Tests of what is made of the runs of observed programs. */
@NullMarked
package dev.tiptoe.bench.agent;

import org.jspecify.annotations.NullMarked;
