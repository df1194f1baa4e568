// SPDX-License-Identifier: Apache-2.0
/** Reads method bodies, with their IL, locals and exception clauses. */
@NullMarked
package dev.tiptoe.metadata.body;

import org.jspecify.annotations.NullMarked;
