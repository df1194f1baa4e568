// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import java.util.Locale;
import java.util.Optional;

/**
 * A method of an interface, as data.
 *
 * @param name its name in the interface
 * @param slot its index in the vtable, that of {@code QueryInterface} being 0
 * @param result the kind of its result
 * @param shape its parameters, a letter each, after the object itself: {@code i} for 32 bits,
 *     {@code l} for 64, {@code p} for a pointer; empty when they are not known: the method can then
 *     be called but not implemented
 */
public record ComMethod(String name, int slot, Result result, Optional<String> shape) {

  /** The kind of a method's result. */
  public enum Result {
    /** An HRESULT, negative for a failure. */
    HRESULT,
    /** A number of 32 bits. */
    NUMBER,
    /** Nothing. */
    VOID
  }

  /**
   * Parses a method in the form of a list: {@code Name}, {@code Name(ip)}, {@code Name():number}.
   */
  static ComMethod parse(String text, int slot) {
    int colon = text.indexOf(':');
    String head = colon < 0 ? text : text.substring(0, colon);
    int open = head.indexOf('(');
    return new ComMethod(
        open < 0 ? head : head.substring(0, open),
        slot,
        colon < 0
            ? Result.HRESULT
            : Result.valueOf(text.substring(colon + 1).toUpperCase(Locale.ROOT)),
        open < 0 ? Optional.empty() : Optional.of(head.substring(open + 1, head.length() - 1)));
  }
}
