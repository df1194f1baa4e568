// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/**
 * The layout of a class's instances in the running program, as the runtime gives it. Immutable.
 *
 * @param id the class
 * @param module the module of its TypeDef
 * @param typeDef its TypeDef
 * @param parent the base type, which lays out its own fields; 0 for none
 * @param size the bytes of an instance: on the heap including its header; of a value type without a
 *     box
 * @param fields the instance fields that the class itself declares, in the runtime's order
 */
public record RuntimeClassLayout(
    ClassID id, ModuleID module, Token typeDef, ClassID parent, int size, List<Field> fields) {

  /** Copies the list. */
  public RuntimeClassLayout {
    fields = List.copyOf(fields);
  }

  /**
   * The position of a field.
   *
   * @param token its row, in the module of the TypeDef
   * @param offset bytes from the object's address, at which the pointer to its class is; in a value
   *     type, from the value's own beginning
   */
  public record Field(Token token, int offset) {}
}
