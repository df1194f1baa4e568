// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes the token of a public key: the last eight bytes of its SHA-1, reversed. */
final class PublicKey {

  private static final int TOKEN_SIZE = 8;

  /** The greatest length of a key: the longest, of 16384 bits, has 2 KiB and a header. */
  private static final int LONGEST = 4096;

  private PublicKey() {}

  /** Returns the token in hex; empty for an empty key. */
  static String token(Bytes key) {
    if (key.length() == 0) {
      return "";
    }
    byte[] hash = sha1(copy(key));
    byte[] token = new byte[TOKEN_SIZE];
    for (int i = 0; i < TOKEN_SIZE; i++) {
      token[i] = hash[hash.length - 1 - i];
    }
    return HexFormat.of().formatHex(token);
  }

  /** Bytes in hex, lower case. */
  static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(copy(bytes));
  }

  /**
   * Thousands of references may share one blob of megabytes, so a blob that is not a key is not
   * read.
   */
  private static byte[] copy(Bytes key) {
    if (key.length() > LONGEST) {
      throw key.damaged(0, "a public key of " + key.length() + " bytes");
    }
    return key.copy(0, key.length());
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
