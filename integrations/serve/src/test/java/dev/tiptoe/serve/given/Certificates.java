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

  /** Makes one. */
  public static Certificates make(Path folder, String name)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    name,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + name,
                    "-ext",
                    "san=dns:localhost,ip:127.0.0.1",
                    "-ext",
                    "bc=ca:true",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new Certificates(
        pem(
            folder.resolve(name + ".crt"),
            "CERTIFICATE",
            Objects.requireNonNull(keys.getCertificate(name)).getEncoded()),
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            Objects.requireNonNull(keys.getKey(name, PASSWORD.toCharArray())).getEncoded()));
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
