// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.LookupAnswer;
import java.util.List;
import java.util.Optional;

/**
 * The type of a field, or of an array's elements, as it really is: type parameters replaced by the
 * type arguments of the ClassID that was asked about. Immutable.
 *
 * @param type the type; what could not be resolved in it says why
 * @param name its full name, with {@code ?} for what is not known
 * @param loadedness its ClassIDs as far as they were met, how far it is loaded, and the proof
 * @param embedded the fields of the struct or enum that is held in place; empty for what is not,
 *     and for numbers
 */
public record FieldType(
    RuntimeType type,
    String name,
    LookupAnswer<ClassID> loadedness,
    Optional<FieldsAnswer> embedded) {

  /** Its ClassIDs, as far as they were met. */
  public List<ClassID> ids() {
    return loadedness.ids();
  }
}
