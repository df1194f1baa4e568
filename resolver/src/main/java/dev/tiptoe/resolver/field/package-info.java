// SPDX-License-Identifier: Apache-2.0
/**
 * The fields of a loaded type, each with the type it really has: {@link
 * dev.tiptoe.resolver.field.Fields} is the question, {@link dev.tiptoe.resolver.field.FieldsAnswer}
 * the closed answer.
 *
 * <p>The tour, which is compiled and run as a test:
 *
 * <pre>{@code
 * Fields fields = Fields.of(map.now(), new ModuleImages());
 * if (fields.of(ship) instanceof FieldsAnswer.Listed listed) {
 *   for (ResolvedField field : listed.fields()) {
 *     out.println(field.name() + ": " + field.type().loadedness().why());
 *   }
 * }
 * }</pre>
 */
@NullMarked
package dev.tiptoe.resolver.field;

import org.jspecify.annotations.NullMarked;
