// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

/**
 * The identity of an assembly: name, version, culture and public key token.
 *
 * @param name the simple name
 * @param version the version
 * @param culture empty for the neutral culture
 * @param publicKeyToken 16 hex digits, lower case; empty when the assembly is not signed
 * @ecma II.22.2, II.22.5
 */
public record AssemblyIdentity(
    String name, AssemblyVersion version, String culture, String publicKeyToken) {

  /**
   * Returns the display name, such as {@code System.Runtime, Version=9.0.0.0, Culture=neutral, …}.
   */
  @Override
  public String toString() {
    return name
        + ", Version="
        + version
        + ", Culture="
        + (culture.isEmpty() ? "neutral" : culture)
        + ", PublicKeyToken="
        + (publicKeyToken.isEmpty() ? "null" : publicKeyToken);
  }
}
