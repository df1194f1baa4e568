// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.symbols.written.WrittenMethod.Construct;
import dev.tiptoe.symbols.written.WrittenMethod.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Distinguishes the one member of a state machine or closure that has the written code from those
 * that the compiler added, and names these. Stateless.
 */
final class GeneratedMembers {

  /** The members with the written code: of machines, of sequences of F#, of closures. */
  private static final Set<String> BODIES = Set.of("MoveNext", "GenerateNext", "Invoke");

  private static final Map<String, String> WORDS =
      Map.of(".ctor", "constructor", ".cctor", "static constructor");

  private static final List<String> ACCESSORS = List.of("get_", "set_");

  private GeneratedMembers() {}

  /**
   * Returns the part for a member; empty for the one with the written code.
   *
   * @param method its name in the metadata, such as {@code
   *     System.Collections.Generic.IEnumerator<System.Int32>.get_Current}
   */
  static Optional<Part> part(String method) {
    int dot = lastDot(method);
    String own = method.substring(dot + 1);
    if (BODIES.contains(own)) {
      return Optional.empty();
    }
    String interfaceName = dot < 0 ? "" : simple(method.substring(0, dot)) + ".";
    return Optional.of(
        new Part(
            Construct.MEMBER, WORDS.getOrDefault(method, interfaceName + withoutAccessor(own))));
  }

  /** Returns the last dot that is in no brackets; F# writes a hyphen. -1 for a constructor. */
  private static int lastDot(String name) {
    int depth = 0;
    for (int i = name.length() - 1; i > 0; i--) {
      char each = name.charAt(i);
      depth += each == '>' ? 1 : each == '<' ? -1 : 0;
      if (depth == 0 && (each == '.' || each == '-')) {
        return i;
      }
    }
    return -1;
  }

  /** {@code System.Collections.Generic.IEnumerator<System.Int32>} is {@code IEnumerator<>}. */
  private static String simple(String type) {
    int open = type.indexOf('<');
    String name = open < 0 ? type : type.substring(0, open);
    return name.substring(lastDot(name) + 1) + (open < 0 ? "" : "<>");
  }

  private static String withoutAccessor(String own) {
    return ACCESSORS.stream()
        .filter(own::startsWith)
        .findFirst()
        .map(prefix -> own.substring(prefix.length()) + "." + prefix.substring(0, 3))
        .orElse(own);
  }
}
