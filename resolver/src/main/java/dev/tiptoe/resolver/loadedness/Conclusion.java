// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;

/**
 * What follows about one type from a premise.
 *
 * @param type in the form in which {@link TypeForms#subject} has it
 * @param why the consequence that a rule named
 * @param permanent whether it follows as long as the premise holds; not from a base type that the
 *     runtime reported before it announced the type, which may be approximate, and not where more
 *     may be known of the type later
 */
record Conclusion(RuntimeType type, Consequence why, boolean permanent) {}
