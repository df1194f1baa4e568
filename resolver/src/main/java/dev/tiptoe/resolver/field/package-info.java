// SPDX-License-Identifier: Apache-2.0
/**
 * The fields of a loaded type, each with the type it really has: {@link
 * dev.tiptoe.resolver.Moment#fields} is the question, {@link
 * dev.tiptoe.resolver.answer.FieldsAnswer} the closed answer.
 *
 * <p>The tour, which is compiled and run as a test:
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
