// SPDX-License-Identifier: Apache-2.0
/**
 * The fields of a loaded type, each with its actual type: {@link dev.tiptoe.resolver.Moment#fields}
 * returns them as a {@link dev.tiptoe.resolver.field.FieldsAnswer}.
 *
 * <p>An example, which is compiled and run as a test:
 *
 * <pre>{@code
 * for (ResolvedField field : session.now().fields(ship).fields()) {
 *   LookupAnswer<ClassID> type = field.type().loadedness();
 *   out.println(field.name() + ": " + type.kind() + " " + type.ids());
 *   out.println("  " + type.why());
 * }
 * }</pre>
 */
@NullMarked
package dev.tiptoe.resolver.field;

import org.jspecify.annotations.NullMarked;
