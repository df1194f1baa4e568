// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.reference.RuntimeType;

/**
 * A conclusion of a rule about one type, from another type or a method.
 *
 * @param type the type that it is about
 * @param strength how much of the premise's level it has
 * @param relation how the two are related, ending before the name of the premise: "is the base type
 *     of"
 */
record Consequence(RuntimeType type, Strength strength, String relation) {}
