// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The PEM files of one end of TLS. They are read again when they change.
 *
 * @param certificate the certificate of this end, followed by those that lead to its authority
 * @param key its private key, in PKCS #8, without a password
 * @param authorities the authorities that may have signed the certificate of the other end. Where
 *     this end listens, the other end then needs one; where it connects, those of Java are meant
 *     without it
 */
public record TlsFiles(Optional<Path> certificate, Optional<Path> key, Optional<Path> authorities) {

  /**
   * Requires that certificate and key come together.
   *
   * @throws IllegalArgumentException when there is only one of them
   */
  public TlsFiles {
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("a certificate needs its key, and a key its certificate");
    }
  }
}
