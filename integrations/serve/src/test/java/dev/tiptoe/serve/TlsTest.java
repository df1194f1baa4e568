// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.Certificates;
import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.serve.setting.TlsFiles;
import dev.tiptoe.serve.tls.Tls;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  @TempDir private Path folder = Path.of("");

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Certificates server = new Certificates(Path.of(""), Path.of(""));
  private Certificates client = server;
  private Certificates stranger = server;

  @BeforeEach
  void make() throws Exception {
    Path index = Files.createDirectory(folder.resolve("index"));
    Profiles.index(index);
    server = Certificates.make(folder, "server");
    client = Certificates.make(folder, "client");
    stranger = Certificates.make(folder, "stranger");
  }

  @AfterEach
  void stopTimer() {
    timer.shutdownNow();
  }

  private Proxies proxies() {
    return new Proxies(new SharedIndexFolder(folder.resolve("index")));
  }

  private Tls tls(TlsFiles files) throws IOException {
    return new Tls(files, timer);
  }

  private byte[] sendGrpc(OtlpProxy proxy, TlsFiles files) throws Exception {
    try (GrpcSender sender =
        new GrpcSender(proxy.grpcAddress(), Tls.grpcClient(Optional.of(tls(files))))) {
      return sender.send(Profiles.small("tls")).get(300, TimeUnit.SECONDS);
    }
  }

  private int sendHttp(OtlpProxy proxy, TlsFiles files) throws IOException {
    HttpClient https = HttpClient.newBuilder().sslContext(tls(files).httpClient()).build();
    return new HttpSender(https, "https", proxy.httpAddress())
        .send(Profiles.small("tls"), Map.of())
        .statusCode();
  }

  /** The second proxy is the back end of the first: its end of TLS is the same. */
  @Test
  void mutualTls_connectsThoseWhoKnowEachOther_andNobodyElse() throws Exception {
    TlsFiles ofClient = client.trusting(server);
    TlsFiles ofStranger = stranger.trusting(server);
    try (StandIn backEnd = StandIn.grpc();
        OtlpProxy second =
            proxies()
                .to(backEnd.address())
                .senderTls(server.trusting(client))
                .retry(Duration.ofSeconds(30), Duration.ofSeconds(30))
                .start()) {
      for (URI to :
          new URI[] {
            URI.create("grpcs://localhost:" + second.grpcAddress().getPort()),
            URI.create("https://localhost:" + second.httpAddress().getPort())
          }) {
        Proxies before = proxies().to(to).retry(Duration.ofSeconds(30), Duration.ofSeconds(30));
        try (OtlpProxy first =
            before.senderTls(server.trusting(client)).backEndTls(ofClient).start()) {
          assertArrayEquals(new byte[0], sendGrpc(first, ofClient));
          assertEquals(200, sendHttp(first, ofClient));
          ExecutionException refused =
              assertThrows(ExecutionException.class, () -> sendGrpc(first, ofStranger));
          assertTrue(refused.getCause() instanceof StatusRuntimeException);
          assertThrows(UncheckedIOException.class, () -> sendHttp(first, ofStranger));
          TlsFiles ofNobody =
              new TlsFiles(Optional.empty(), Optional.empty(), Optional.of(server.certificate()));
          assertThrows(ExecutionException.class, () -> sendGrpc(first, ofNobody));
          assertThrows(UncheckedIOException.class, () -> sendHttp(first, ofNobody));
        }
        before.retry(Duration.ofSeconds(30), Duration.ofMillis(300));
        try (OtlpProxy unknown = before.backEndTls(ofStranger).start()) {
          ExecutionException away =
              assertThrows(ExecutionException.class, () -> sendGrpc(unknown, ofClient));
          assertTrue(String.valueOf(away.getMessage()).contains("UNAVAILABLE"), away::toString);
        }
      }
      assertEquals(4, backEnd.taken().size());
    }
  }

  @Test
  void files_thatAreNoCertificates_areRefused() throws Exception {
    TlsFiles alone = server.alone();
    Tls tls = tls(alone);
    assertEquals(
        "TLS needs a certificate and its key",
        assertThrows(
                IOException.class,
                () ->
                    tls(new TlsFiles(
                            Optional.empty(), Optional.empty(), Optional.of(client.certificate())))
                        .httpServer())
            .getMessage());
    assertTrue(tls.httpServer().isServer());
    assertThrows(
        IOException.class,
        () ->
            tls(
                new TlsFiles(
                    alone.certificate(), Optional.of(server.certificate()), Optional.empty())));
    assertThrows(
        IOException.class, () -> tls(new TlsFiles(alone.key(), alone.key(), Optional.empty())));
    assertThrows(
        IOException.class,
        () ->
            tls(
                new TlsFiles(
                    Optional.empty(), Optional.empty(), Optional.of(folder.resolve("none")))));
  }
}
