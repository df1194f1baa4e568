// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

/**
 * The head of a method's signature: everything before the return type.
 *
 * @param convention the byte with which the signature begins: calling convention and flags
 * @param arity the number of generic parameters
 * @param parameters the number of parameters, without the return type
 * @ecma II.23.2.1
 */
public record MethodHead(int convention, int arity, int parameters) {

  static final int GENERIC = 0x10;
  static final int HASTHIS = 0x20;
  static final int EXPLICITTHIS = 0x40;

  /** A bit for each calling convention: C, vararg and native vararg. */
  private static final int TAKING_MORE = 1 << 0x1 | 1 << 0x5 | 1 << 0xb;

  /** Returns the calling convention. */
  public CallingConvention callingConvention() {
    return CallingConvention.of(convention)
        .orElseThrow(() -> new IllegalStateException(this + " begins no method"));
  }

  /**
   * Returns whether calls may add arguments to the declared ones.
   *
   * @ecma II.23.2.3
   */
  boolean takesMore() {
    return (TAKING_MORE >>> (convention & 0xf) & 1) != 0;
  }

  /** Returns whether it has a {@code this}. */
  public boolean hasThis() {
    return (convention & HASTHIS) != 0;
  }

  /** Returns whether that {@code this} is the first of the parameters. */
  public boolean hasExplicitThis() {
    return (convention & EXPLICITTHIS) != 0;
  }
}
