// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.tls;

import io.grpc.util.CertificateUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.util.List;

/**
 * A certificate and its private key.
 *
 * @param certificates the certificate, followed by those that lead to its authority
 * @param key the key
 */
record TlsIdentity(List<X509Certificate> certificates, PrivateKey key) {

  private static final byte[] PROBE = "probe".getBytes(StandardCharsets.US_ASCII);

  /**
   * Reads an identity in PEM.
   *
   * @throws GeneralSecurityException when one of them cannot be read, or the key is that of another
   *     certificate
   */
  static TlsIdentity of(String certificates, String key)
      throws IOException, GeneralSecurityException {
    X509Certificate[] chain = certificates(certificates);
    TlsIdentity identity = new TlsIdentity(List.of(chain), privateKey(key));
    if (!identity.belongsTogether()) {
      throw new CertificateException("the key is not that of the certificate");
    }
    return identity;
  }

  private static PrivateKey privateKey(String text) throws IOException, GeneralSecurityException {
    try {
      return CertificateUtils.getPrivateKey(stream(text));
    } catch (InvalidKeySpecException | RuntimeException e) {
      throw new InvalidKeySpecException(
          "no key of RSA or EC in PEM, in PKCS #8 and without a password", e);
    }
  }

  /**
   * Reads certificates in PEM.
   *
   * @throws GeneralSecurityException when there are none, or one cannot be read
   */
  static X509Certificate[] certificates(String text) throws GeneralSecurityException {
    X509Certificate[] read = CertificateUtils.getX509Certificates(stream(text));
    if (read.length == 0) {
      throw new CertificateException("no certificate in PEM");
    }
    return read;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  X509Certificate[] chain() {
    return certificates.toArray(X509Certificate[]::new);
  }

  /** While files are being replaced one after the other, the certificate and the key may differ. */
  private boolean belongsTogether() throws GeneralSecurityException {
    X509Certificate own = certificates.get(0);
    if (!own.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
      return false;
    }
    String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(PROBE);
    byte[] signed = signature.sign();
    signature.initVerify(own.getPublicKey());
    signature.update(PROBE);
    return signature.verify(signed);
  }
}
