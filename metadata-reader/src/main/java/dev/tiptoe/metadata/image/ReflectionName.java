// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.FullName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A type's name in the form of reflection, {@code N.Outer+Inner}, split into its parts.
 *
 * @param namespace empty for none
 * @param names from the outermost type inwards; at least one
 */
record ReflectionName(String namespace, List<String> names) {

  /** The characters with a meaning of their own, unless a backslash precedes them. */
  private static final String SPECIAL = "[]*&,";

  /** Parses a name; empty when it does not name a type definition, such as {@code int[]}. */
  static Optional<ReflectionName> of(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        name.append(text.charAt(i));
      } else if (c == '+') {
        names.add(name.toString());
        name.setLength(0);
      } else if (SPECIAL.indexOf(c) >= 0) {
        return Optional.empty();
      } else {
        name.append(c);
      }
    }
    names.add(name.toString());
    return Optional.of(of(names));
  }

  private static ReflectionName of(List<String> names) {
    FullName outermost = FullName.of(names.get(0));
    names.set(0, outermost.name());
    return new ReflectionName(outermost.namespace(), names);
  }
}
