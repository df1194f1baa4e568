// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import java.util.List;
import java.util.OptionalLong;

/**
 * A type or method and how far it is loaded, as a row of the page's table. Immutable.
 *
 * @param name its name
 * @param module the name of its module's file
 * @param token its TypeDef or MethodDef, such as {@code 0x02000012}
 * @param level how far it is loaded, such as {@code usable}
 * @param firstMet when it was first met at any level, in nanoseconds of the profile's time; empty
 *     when it was not recorded
 * @param why the evidence, as text without the level, such as {@code it had an instance on the heap
 *     at 95.0 ms}
 * @param ids its ClassIDs or FunctionIDs, as text
 * @param from the methods on the stack that loaded it, innermost first; empty when it was not
 *     recorded
 */
public record LoadedEntity(
    String name,
    String module,
    String token,
    String level,
    OptionalLong firstMet,
    String why,
    String ids,
    List<String> from) {

  /** Copies the list. */
  public LoadedEntity {
    from = List.copyOf(from);
  }
}
