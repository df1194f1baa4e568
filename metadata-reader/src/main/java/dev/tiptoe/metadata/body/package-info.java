// SPDX-License-Identifier: Apache-2.0
/** Method bodies: what the RVAs of methods lead to, with IL, locals and exception clauses. */
@NullMarked
package dev.tiptoe.metadata.body;

import org.jspecify.annotations.NullMarked;
