// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The address and the settings of the back end.
 *
 * @param address {@code grpc://HOST:PORT}, or {@code grpcs:} with TLS; {@code
 *     http://HOST:PORT/PATH} or {@code https:}, to which the path of OTLP is added
 * @param security certificates and the token for the back end
 * @param compression how messages are sent
 * @param passed the names of headers that are passed on from the sender, such as {@code
 *     x-scope-orgid}; in lower case
 */
public record BackEndSettings(
    URI address, Security security, Compression compression, List<String> passed) {

  private static final Set<String> SCHEMES = Set.of("grpc", "grpcs", "http", "https");
  private static final String HEADER_NAME = "[a-z0-9_.-]{1,100}";

  /** Headers that belong to a connection or to the transfer of one message. */
  private static final Set<String> OWN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "te",
          "transfer-encoding",
          "upgrade");

  /**
   * Requires an address and names of headers that can be used.
   *
   * @throws IllegalArgumentException when they cannot
   */
  public BackEndSettings {
    if (address.getHost() == null || !SCHEMES.contains(String.valueOf(address.getScheme()))) {
      throw new IllegalArgumentException(
          "'" + address + "' is not an address (grpc://HOST:PORT, grpcs:, http:, https:)");
    }
    if (address.getUserInfo() != null || address.getQuery() != null) {
      throw new IllegalArgumentException(
          "'" + address.getHost() + "': an address has neither a user nor a query");
    }
    if (isGrpc(address) && (address.getPort() < 0 || !isRoot(address.getPath()))) {
      throw new IllegalArgumentException("'" + address + "': grpc needs a port, and has no path");
    }
    passed = passed.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().toList();
    for (String name : passed) {
      if (!name.matches(HEADER_NAME)
          || OWN.contains(name)
          || name.startsWith("grpc-")
          || name.endsWith("-bin")) {
        throw new IllegalArgumentException("the header '" + name + "' cannot be passed on");
      }
    }
  }

  private static boolean isRoot(String path) {
    return path.isEmpty() || path.equals("/");
  }

  private static boolean isGrpc(URI address) {
    return address.getScheme().startsWith("grpc");
  }

  /** Returns whether the back end speaks gRPC. */
  public boolean isGrpc() {
    return isGrpc(address);
  }

  /** Returns whether connections have TLS. */
  public boolean isSecure() {
    return address.getScheme().endsWith("s");
  }
}
