// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

/**
 * The runtime's own names for a method, as in its events. They name methods of modules whose files
 * are not at hand.
 *
 * @param type the declaring type with namespace, enclosing types and type arguments, as in {@code
 *     System.Collections.Generic.List`1[System.__Canon]}
 * @param name the method's name
 * @param signature as in {@code instance void (int32,class System.String)}; empty when it is not
 *     known
 */
public record ReportedName(String type, String name, String signature) {

  /** Refuses null. */
  public ReportedName {
    requireNonNull(type, "type");
    requireNonNull(name, "name");
    requireNonNull(signature, "signature");
  }

  /** Returns the declaring type without type arguments. */
  public String typeDefinition() {
    int bracket = type.indexOf('[');
    return bracket < 0 ? type : type.substring(0, bracket);
  }

  /** Returns the types of the parameters in parentheses; empty when they are not known. */
  public String parameters() {
    int parenthesis = signature.indexOf('(');
    return parenthesis < 0 ? "" : signature.substring(parenthesis);
  }
}
