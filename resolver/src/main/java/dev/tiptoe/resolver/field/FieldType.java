// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.reference.RuntimeType;
import java.util.List;
import java.util.Optional;

/**
 * The actual type of a field, or of an array's elements: type parameters are replaced by the type
 * arguments of the requested ClassID. Immutable.
 *
 * @param type the type; unresolved parts of it have a reason
 * @param name its full name, with {@code ?} for unknown parts
 * @param loadedness its known ClassIDs, how far it is loaded, and the proof
 * @param embedded the fields of an embedded struct or enum; empty for other types, and for numbers
 */
public record FieldType(
    RuntimeType type,
    String name,
    LookupAnswer<ClassID> loadedness,
    Optional<FieldsAnswer> embedded) {

  /** Returns its known ClassIDs. */
  public List<ClassID> ids() {
    return loadedness.ids();
  }
}
