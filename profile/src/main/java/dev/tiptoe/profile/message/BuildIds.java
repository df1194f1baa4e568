// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import java.util.Optional;
import java.util.UUID;

/** Build IDs that are module version IDs. Stateless. */
public final class BuildIds {

  private static final int DIGITS = 32;

  private BuildIds() {}

  /**
   * Parses a module version ID in a usual spelling: 32 hex digits in any case, with hyphens as
   * {@code 8-4-4-4-12} or without any, and perhaps in braces.
   */
  public static Optional<UUID> mvid(String text) {
    String inner =
        text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
    String digits =
        inner.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}")
            ? inner.replace("-", "")
            : inner;
    if (digits.length() != DIGITS || !digits.matches("\\p{XDigit}*")) {
      return Optional.empty();
    }
    UUID mvid =
        new UUID(
            Long.parseUnsignedLong(digits.substring(0, DIGITS / 2), DIGITS / 2),
            Long.parseUnsignedLong(digits.substring(DIGITS / 2), DIGITS / 2));
    return mvid.equals(new UUID(0, 0)) ? Optional.empty() : Optional.of(mvid);
  }
}
