// SPDX-License-Identifier: Apache-2.0
/**
 * Reads what the RVAs of methods and fields lead to: method bodies with their IL, locals and
 * exception clauses, and the initial data of fields.
 */
@NullMarked
package dev.tiptoe.metadata.body;

import org.jspecify.annotations.NullMarked;
