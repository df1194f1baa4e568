// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.given;

import dev.tiptoe.serve.setting.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A certificate for localhost that is its own authority, made by Java's keytool.
 *
 * @param certificate in PEM
 * @param key in PEM
 */
public record Certificates(Path certificate, Path key) {

  private static final String PASSWORD = "not-a-secret";
  private static final String ALIAS = "it";

  /** Makes one. */
  public static Certificates make(Path folder, String name)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    keytool(store, name, "-genkeypair", "-keyalg", "EC", "-storetype", "PKCS12");
    return read(store, folder.resolve(name));
  }

  /** Makes another certificate for the same key, with another name. */
  public Certificates renewed(String name)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = Path.of(certificate.toString().replaceFirst("\\.crt$", ".p12"));
    keytool(store, name, "-selfcert");
    return read(store, certificate.resolveSibling(name));
  }

  private static void keytool(Path store, String name, String... what)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(what));
    command.addAll(
        List.of(
            "-alias",
            ALIAS,
            "-dname",
            "CN=" + name,
            "-ext",
            "san=dns:localhost,ip:127.0.0.1",
            "-ext",
            "bc=ca:true",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  private static Certificates read(Path store, Path files)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Certificates(
        pem(
            Path.of(files + ".crt"),
            "CERTIFICATE",
            Objects.requireNonNull(keys.getCertificate(ALIAS)).getEncoded()),
        pem(
            Path.of(files + ".key"),
            "PRIVATE KEY",
            Objects.requireNonNull(keys.getKey(ALIAS, PASSWORD.toCharArray())).getEncoded()));
  }

  private static Path pem(Path file, String type, byte[] bytes) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }

  /** Returns the files of one end, which trusts the certificate of another. */
  public TlsFiles trusting(Certificates other) {
    return new TlsFiles(
        Optional.of(certificate), Optional.of(key), Optional.of(other.certificate()));
  }

  /** Returns the files of one end, which asks for nothing. */
  public TlsFiles alone() {
    return new TlsFiles(Optional.of(certificate), Optional.of(key), Optional.empty());
  }
}
