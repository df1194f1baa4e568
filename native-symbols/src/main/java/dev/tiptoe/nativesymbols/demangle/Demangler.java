// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.Optional;

/**
 * Turns mangled C++ names of the Itanium ABI, which GCC and Clang use on Linux, into the text that
 * {@code c++filt} writes. Stateless and thread-safe.
 *
 * <p>A name that is not understood has no answer: there is never a guess. The input, the depth, the
 * work and the output are bounded, so that a crafted name costs at most some milliseconds. Names of
 * Rust are demangled as far as they are names of C++ (its older scheme).
 */
public final class Demangler {

  /** Longer names are not demangled. */
  public static final int LONGEST = 1 << 16;

  private static final String PREFIX = "_Z";

  private Demangler() {}

  /** Returns the demangled name; the name itself when it is not mangled or not understood. */
  public static String demangled(String name) {
    return demangle(name).orElse(name);
  }

  /** Returns the demangled name; empty when the name is not mangled or not understood. */
  public static Optional<String> demangle(String name) {
    if (!name.startsWith(PREFIX) || name.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      Output out = new Output();
      out.add(new Parser(name, PREFIX.length()).wholeName());
      return Optional.of(out.text());
    } catch (NotUnderstood e) {
      return Optional.empty();
    }
  }
}
