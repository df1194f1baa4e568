// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import java.util.Locale;
import java.util.Optional;

/**
 * A method of an interface, as data.
 *
 * @param name as its interface calls it
 * @param slot its index in the vtable, that of {@code QueryInterface} being 0
 * @param result what it returns
 * @param shape its parameters, a letter each, after the object itself: {@code i} for 32 bits,
 *     {@code l} for 64, {@code p} for a pointer; empty where that is not known: then it can be
 *     called, but not implemented
 */
public record ComMethod(String name, int slot, Result result, Optional<String> shape) {

  /** What a method returns. */
  public enum Result {
    /** An HRESULT, which says whether it failed. */
    HRESULT,
    /** A number of 32 bits. */
    NUMBER,
    /** Nothing. */
    VOID
  }

  /** A method as it is written in a list: {@code Name}, {@code Name(ip)}, {@code Name():number}. */
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
