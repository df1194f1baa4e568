// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.LoadedImage;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Counts how many TypeRefs enclose a TypeRef. Any number of rows may share the same enclosing ones,
 * so the count of each row is cached, in two bytes for each row of a module that has enclosed ones.
 * Thread-safe.
 *
 * @ecma II.22.38
 */
final class Enclosures {

  /** The CLR's own limit for chains of enclosing types, and of forwarders. */
  static final int DEEPEST = 1024;

  private static final int TOO_DEEP = DEEPEST + 1;

  /** For each module and row one more than its depth; 0 when it was not counted yet. */
  private final AtomicReferenceArray<short[]> modules;

  /** Creates an empty cache for so many modules. */
  Enclosures(int modules) {
    this.modules = new AtomicReferenceArray<>(modules);
  }

  /** Returns whether the scope of a TypeRef is another TypeRef. */
  static boolean isEnclosed(TypeRef reference) {
    return isEnclosed(reference.resolutionScope());
  }

  /** Returns the same, from that scope. */
  static boolean isEnclosed(Token scope) {
    return scope.table() == TypeRef.TABLE && !scope.isNil();
  }

  /** Returns the TypeRef that encloses an enclosed one. */
  static TypeRef enclosing(TypeRef nested) {
    return new TypeRef(nested.image(), nested.resolutionScope().rid());
  }

  /**
   * Returns whether the chain of enclosing types has no end, or is longer than the CLR follows it.
   */
  boolean areTooMany(LoadedImage module, TypeRef reference) {
    return isEnclosed(reference) && depth(counted(module), reference) == TOO_DEEP;
  }

  private short[] counted(LoadedImage module) {
    short[] known = module.place() < 0 ? null : modules.get(module.place());
    if (known == null) {
      known = new short[module.image().count(TypeRef.TABLE) + 1];
      if (module.place() >= 0) {
        modules.set(module.place(), known);
      }
    }
    return known;
  }

  /**
   * Goes outwards twice, to count and to store. A chain longer than the number of rows is a cycle.
   */
  private static int depth(short[] known, TypeRef reference) {
    TypeRef at = reference;
    int steps = 0;
    while (!isCounted(known, at) && isEnclosed(at) && steps < known.length) {
      at = enclosing(at);
      steps++;
    }
    int outermost =
        isCounted(known, at) ? known[at.rid()] - 1 : steps == known.length ? TOO_DEEP : 0;
    at = reference;
    for (int left = steps; left > 0 && !isCounted(known, at); left--) {
      keep(known, at, Math.min(outermost + left, TOO_DEEP));
      at = enclosing(at);
    }
    return Math.min(outermost + steps, TOO_DEEP);
  }

  /** Rows beyond the table, which cannot be read, are not counted. */
  private static boolean isCounted(short[] known, TypeRef row) {
    return row.rid() < known.length && known[row.rid()] != 0;
  }

  private static void keep(short[] known, TypeRef row, int depth) {
    if (row.rid() < known.length) {
      known[row.rid()] = (short) (depth + 1);
    }
  }
}
