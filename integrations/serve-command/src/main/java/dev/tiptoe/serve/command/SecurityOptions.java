// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import dev.tiptoe.serve.setting.AccessToken;
import dev.tiptoe.serve.setting.Security;
import dev.tiptoe.serve.setting.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Certificates and tokens, of senders and for the back end. */
final class SecurityOptions {

  /** Variables of the environment: an argument could be read by every user of the machine. */
  static final String TOKEN = "TIPTOE_SERVE_TOKEN";

  static final String TO_TOKEN = "TIPTOE_SERVE_TO_TOKEN";

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The certificate of this server and its chain, in PEM: senders use TLS.")
  private Optional<Path> certificate = Optional.empty();

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its key, in PEM (PKCS #8).")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description =
          "Authorities, in PEM: only senders with a certificate of one of them are served.")
  private Optional<Path> clientAuthorities = Optional.empty();

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file of tokens, a line each: senders must have one (Authorization: Bearer). Or the"
              + " variable "
              + TOKEN
              + " has one.")
  private Optional<Path> tokens = Optional.empty();

  @Option(
      names = "--to-ca",
      paramLabel = "FILE",
      description = "Authorities of the back end's certificate, in PEM (default: those of Java).")
  private Optional<Path> backEndAuthorities = Optional.empty();

  @Option(
      names = "--to-cert",
      paramLabel = "FILE",
      description = "The certificate for the back end, in PEM.")
  private Optional<Path> toCertificate = Optional.empty();

  @Option(names = "--to-key", paramLabel = "FILE", description = "Its key, in PEM (PKCS #8).")
  private Optional<Path> toKey = Optional.empty();

  @Option(
      names = "--to-token-file",
      paramLabel = "FILE",
      description =
          "A file with the token for the back end, or with a space in it the whole value of"
              + " Authorization. Or the variable "
              + TO_TOKEN
              + " has it.")
  private Optional<Path> toToken = Optional.empty();

  /**
   * Returns what senders need.
   *
   * @throws IllegalArgumentException when the options do not go together
   */
  Security senders(Map<String, String> environment) throws IOException {
    if (clientAuthorities.isPresent() && certificate.isEmpty()) {
      throw new IllegalArgumentException("--client-ca needs --tls-cert and --tls-key");
    }
    return new Security(
        files(certificate, key, clientAuthorities), token(tokens, TOKEN, environment));
  }

  /**
   * Returns what the back end needs.
   *
   * @throws IllegalArgumentException when the options do not go together
   */
  Security backEnd(Map<String, String> environment) throws IOException {
    return new Security(
        files(toCertificate, toKey, backEndAuthorities), token(toToken, TO_TOKEN, environment));
  }

  private static Optional<TlsFiles> files(
      Optional<Path> certificate, Optional<Path> key, Optional<Path> authorities) {
    return certificate.isEmpty() && key.isEmpty() && authorities.isEmpty()
        ? Optional.empty()
        : Optional.of(new TlsFiles(certificate, key, authorities));
  }

  private static Optional<AccessToken> token(
      Optional<Path> file, String variable, Map<String, String> environment) throws IOException {
    if (file.isPresent()) {
      return Optional.of(AccessToken.ofFile(file.get()));
    }
    return Optional.ofNullable(environment.get(variable)).map(AccessToken::of);
  }
}
