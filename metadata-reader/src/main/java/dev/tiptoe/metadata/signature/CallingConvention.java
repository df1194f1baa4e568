// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import java.util.Optional;

/**
 * The calling convention of a method: the low four bits with which its signature begins.
 *
 * @ecma II.15.3, II.23.2.1 to II.23.2.3; {@code CorCallingConvention} for the last two
 */
public enum CallingConvention {
  /** Managed, a fixed number of arguments. */
  DEFAULT(0x0),
  /** {@code unmanaged cdecl}. */
  C(0x1),
  /** {@code unmanaged stdcall}. */
  STDCALL(0x2),
  /** {@code unmanaged thiscall}. */
  THISCALL(0x3),
  /** {@code unmanaged fastcall}. */
  FASTCALL(0x4),
  /** Managed, with further arguments behind the declared ones. */
  VARARG(0x5),
  /** Unmanaged, by the platform's default or by modifiers of the return type. */
  UNMANAGED(0x9),
  /** Unmanaged, with further arguments. */
  NATIVEVARARG(0xb);

  private static final CallingConvention[] BY_CODE = new CallingConvention[0x10];

  static {
    for (CallingConvention convention : values()) {
      BY_CODE[convention.code] = convention;
    }
  }

  private final int code;

  CallingConvention(int code) {
    this.code = code;
  }

  /**
   * Returns the convention in the first byte of a signature; empty if that does not begin a
   * method's.
   */
  public static Optional<CallingConvention> of(int first) {
    return Optional.ofNullable(BY_CODE[first & 0xf]);
  }

  static boolean begins(int first) {
    return BY_CODE[first & 0xf] != null;
  }

  /** Returns its number. */
  public int code() {
    return code;
  }
}
