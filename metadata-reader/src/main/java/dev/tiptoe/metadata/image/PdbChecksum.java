// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PdbStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The hash of a module's portable PDB, from the module's debug directory. Immutable.
 *
 * <p>It is the hash of the PDB file with zeros in place of its identity. Source: PE-COFF.md of
 * dotnet/runtime, "PDB Checksum Debug Directory Entry".
 *
 * @param algorithm the name as the module gives it, such as {@code SHA256}
 * @param hash the bytes, in hex
 */
public record PdbChecksum(String algorithm, String hash) {

  private static final Map<String, String> ALGORITHMS =
      Map.of("SHA1", "SHA-1", "SHA256", "SHA-256", "SHA384", "SHA-384", "SHA512", "SHA-512");

  private static final int PDB_ID = 20;
  private static final int LONGEST_NAME = 32;
  private static final int LONGEST_HASH = 64;
  private static final int PORTION = 1 << 16;

  /** Reads the data of an entry; empty when it is damaged. */
  static Optional<PdbChecksum> read(Bytes data) {
    int end = data.findZero(0, LONGEST_NAME);
    int hash = data.length() - end - 1;
    return end == 0 || hash <= 0 || hash > LONGEST_HASH
        ? Optional.empty()
        : Optional.of(
            new PdbChecksum(data.utf8(0, end), HexFormat.of().formatHex(data.copy(end + 1, hash))));
  }

  /** Returns whether the algorithm is known, so that a PDB can be compared. */
  public boolean isKnown() {
    // Other letters can become these when they are made upper case.
    return algorithm.matches("[-A-Za-z0-9]+") && ALGORITHMS.containsKey(javaName());
  }

  private String javaName() {
    return algorithm.toUpperCase(Locale.ROOT).replace("-", "");
  }

  /**
   * Returns whether a portable PDB has this hash. Reads all of the file.
   *
   * @throws IllegalStateException if the algorithm is not {@linkplain #isKnown known}
   * @throws dev.tiptoe.metadata.MetadataFormatException when the PDB cannot be read
   */
  public boolean matches(Image pdb) {
    Optional<PdbStream> stream = pdb.metadata().root().pdb();
    if (stream.isEmpty()) {
      return false;
    }
    Bytes file = pdb.bytes();
    long id = stream.get().idOffset() - file.fileOffset(0);
    MessageDigest digest = digest();
    for (int at = 0; at < file.length(); at += PORTION) {
      byte[] portion = file.copy(at, Math.min(PORTION, file.length() - at));
      int from = (int) Math.min(Math.max(id - at, 0), portion.length);
      int to = (int) Math.min(Math.max(id + PDB_ID - at, 0), portion.length);
      Arrays.fill(portion, from, to, (byte) 0);
      digest.update(portion);
    }
    return HexFormat.of().formatHex(digest.digest()).equals(hash);
  }

  private MessageDigest digest() {
    try {
      return MessageDigest.getInstance(String.valueOf(ALGORITHMS.get(javaName())));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm + " is not known", e);
    }
  }

  /** Returns the form of a symbol server's request header: {@code SHA256:9f86d0…}. */
  @Override
  public String toString() {
    return algorithm + ":" + hash;
  }
}
