// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.util.Optional;

/**
 * The protection of connections in one direction.
 *
 * @param tls the files of TLS. Without them there is no TLS where the proxy listens, and that of
 *     Java where it connects
 * @param token the token that is required or sent
 */
public record Security(Optional<TlsFiles> tls, Optional<AccessToken> token) {

  /** Nothing. */
  public static final Security NONE = new Security(Optional.empty(), Optional.empty());
}
