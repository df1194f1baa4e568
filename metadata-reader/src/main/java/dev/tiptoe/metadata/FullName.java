// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

/**
 * The full name of a type that is not nested, split into namespace and name as the runtime splits
 * it. Immutable.
 *
 * @param namespace empty for none
 * @param name the part behind the namespace and its dot
 */
public record FullName(String namespace, String name) {

  /**
   * Splits {@code text}: the namespace ends at the last dot. Of two adjacent dots, the second
   * belongs to the name; so does a dot at the very beginning.
   */
  public static FullName of(String text) {
    int dot = text.lastIndexOf('.');
    if (dot > 0 && text.charAt(dot - 1) == '.') {
      dot--;
    }
    return dot <= 0
        ? new FullName("", text)
        : new FullName(text.substring(0, dot), text.substring(dot + 1));
  }

  /** Returns the whole name. */
  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }
}
