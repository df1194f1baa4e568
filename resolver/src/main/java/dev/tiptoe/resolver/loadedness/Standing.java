// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.List;

/**
 * How far a type is loaded, and how that is known: what rules conclude from and what they conclude.
 *
 * @param type the type
 * @param level how far, at least
 * @param ids the ClassIDs that this is known of; empty when it is known of some instantiation, or
 *     of no ID that was met
 * @param evidence what proves the level
 */
record Standing(TypeKey type, Level level, List<ClassID> ids, Evidence evidence) {}
