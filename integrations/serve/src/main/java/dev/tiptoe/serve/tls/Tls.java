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
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Keys and authorities from files, which are read again when they change. Files that cannot be used
 * do not replace those in use. Thread-safe.
 */
public final class Tls {

  private static final long LOOK_AGAIN_SECONDS = 60;

  private final @Nullable AdvancedTlsX509KeyManager keys;
  private final @Nullable AdvancedTlsX509TrustManager authorities;

  /** Receives what became of files that have changed. */
  public interface Listener {
    /** Files have changed, and are in use now. */
    void changed(String files);

    /** Files have changed and cannot be used: those before them stay in use. */
    void refused(String reason);
  }

  /**
   * Reads the files.
   *
   * @param timer looks for changes
   * @param listener is called by the timer's thread
   * @throws IOException when one cannot be read
   */
  public Tls(TlsFiles files, ScheduledExecutorService timer, Listener listener) throws IOException {
    if (files.certificate().isPresent() && files.key().isPresent()) {
      Path certificate = files.certificate().get();
      Path key = files.key().get();
      AdvancedTlsX509KeyManager made = new AdvancedTlsX509KeyManager();
      watch(
          new WatchedFiles(
              List.of(certificate, key),
              contents -> {
                TlsIdentity identity = TlsIdentity.of(contents.get(0), contents.get(1));
                made.updateIdentityCredentials(identity.chain(), identity.key());
              }),
          timer,
          listener);
      keys = made;
    } else {
      keys = null;
    }
    authorities =
        files.authorities().isPresent()
            ? authorities(files.authorities().get(), timer, listener)
            : null;
  }

  private static AdvancedTlsX509TrustManager authorities(
      Path file, ScheduledExecutorService timer, Listener listener) throws IOException {
    try {
      AdvancedTlsX509TrustManager made = AdvancedTlsX509TrustManager.newBuilder().build();
      watch(
          new WatchedFiles(
              List.of(file),
              contents -> made.updateTrustCredentials(TlsIdentity.certificates(contents.get(0)))),
          timer,
          listener);
      return made;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static void watch(WatchedFiles files, ScheduledExecutorService timer, Listener listener)
      throws IOException {
    boolean unused = files.look();
    var unusedFuture =
        timer.scheduleWithFixedDelay(
            () -> {
              try {
                if (files.look()) {
                  listener.changed(files.toString());
                }
              } catch (FileSystemException e) {
                listener.refused(e.getFile() + ": cannot be read");
              } catch (IOException e) {
                listener.refused(String.valueOf(e.getMessage()));
              }
            },
            LOOK_AGAIN_SECONDS,
            LOOK_AGAIN_SECONDS,
            TimeUnit.SECONDS);
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
