// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.tls;

import dev.tiptoe.serve.setting.TlsFiles;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Keys and authorities from files, which are read again when they change. Thread-safe. */
public final class Tls {

  private static final long LOOK_AGAIN_SECONDS = 60;

  private final @Nullable AdvancedTlsX509KeyManager keys;
  private final @Nullable AdvancedTlsX509TrustManager authorities;

  /**
   * Reads the files.
   *
   * @param timer looks for changes
   * @throws IOException when one cannot be read
   */
  public Tls(TlsFiles files, ScheduledExecutorService timer) throws IOException {
    keys =
        files.certificate().isPresent() && files.key().isPresent()
            ? keys(files.certificate().get(), files.key().get(), timer)
            : null;
    authorities =
        files.authorities().isPresent() ? authorities(files.authorities().get(), timer) : null;
  }

  private static AdvancedTlsX509KeyManager keys(
      Path certificate, Path key, ScheduledExecutorService timer) throws IOException {
    AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
    read(
        certificate + " and " + key,
        () ->
            keys.updateIdentityCredentials(
                file(certificate), file(key), LOOK_AGAIN_SECONDS, TimeUnit.SECONDS, timer));
    return keys;
  }

  private static AdvancedTlsX509TrustManager authorities(Path file, ScheduledExecutorService timer)
      throws IOException {
    AdvancedTlsX509TrustManager[] made = new AdvancedTlsX509TrustManager[1];
    read(
        file.toString(),
        () -> {
          made[0] = AdvancedTlsX509TrustManager.newBuilder().build();
          return made[0].updateTrustCredentials(
              file(file), LOOK_AGAIN_SECONDS, TimeUnit.SECONDS, timer);
        });
    return made[0];
  }

  private static File file(Path path) throws IOException {
    // What is wrong with a file, the readers of certificates do not say.
    Files.newInputStream(path).close();
    return path.toFile();
  }

  @FunctionalInterface
  private interface Reading {
    Object read() throws IOException, GeneralSecurityException;
  }

  private static void read(String what, Reading reading) throws IOException {
    try {
      Object unused = reading.read();
    } catch (FileSystemException e) {
      throw e;
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IOException(what + ": not a certificate and key in PEM: " + e.getMessage(), e);
    }
  }

  /** Returns what a server of gRPC needs. */
  public SslContext grpcServer() throws IOException {
    return GrpcSslContexts.configure(server(), SslProvider.JDK).build();
  }

  /** Returns what a server of HTTP needs. */
  public SslContext httpServer() throws IOException {
    return server().build();
  }

  private SslContextBuilder server() throws IOException {
    if (keys == null) {
      throw new IOException("TLS needs a certificate and its key");
    }
    SslContextBuilder builder = SslContextBuilder.forServer(keys).sslProvider(SslProvider.JDK);
    return authorities == null
        ? builder
        : builder.trustManager(authorities).clientAuth(ClientAuth.REQUIRE);
  }

  /** Returns what a client of gRPC needs; without files the authorities of Java. */
  public static SslContext grpcClient(Optional<Tls> files) throws IOException {
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (files.isPresent()) {
      if (files.get().keys != null) {
        builder.keyManager(files.get().keys);
      }
      if (files.get().authorities != null) {
        builder.trustManager(files.get().authorities);
      }
    }
    return GrpcSslContexts.configure(builder, SslProvider.JDK).build();
  }

  /** Returns what a client of HTTP needs. */
  public SSLContext httpClient() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys == null ? null : new KeyManager[] {keys},
          authorities == null ? null : new TrustManager[] {authorities},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
