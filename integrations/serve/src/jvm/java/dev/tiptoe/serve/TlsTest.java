// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  /** Runs periodic tasks only when a test calls it. */
  private static final class ManualTimer extends ScheduledThreadPoolExecutor {
    private final List<Runnable> regular = new ArrayList<>();

    ManualTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable command, long initialDelay, long delay, TimeUnit unit) {
      assertEquals(60, unit.toSeconds(delay));
      regular.add(command);
      return super.schedule(() -> {}, 0, unit);
    }

    void aMinuteLater() {
      regular.forEach(Runnable::run);
    }
  }

  @TempDir private static Path folder = Path.of("");

  private final ManualTimer timer = new ManualTimer();
  private final List<String> logged = new ArrayList<>();
  private static Certificates server = new Certificates(Path.of(""), Path.of(""));
  private static Certificates client = server;
  private static Certificates stranger = server;

  @BeforeAll
  static void make() throws Exception {
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
    return new Tls(
        files,
        timer,
        new Tls.Listener() {
          @Override
          public void changed(String each) {
            logged.add("changed: " + each);
          }

          @Override
          public void refused(String reason) {
            logged.add("refused: " + reason);
          }
        });
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

  private boolean connects(StandIn to, TlsFiles files) throws Exception {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), to.address().getPort());
    try (GrpcSender sender = new GrpcSender(address, Tls.grpcClient(Optional.of(tls(files))))) {
      return sender.send(Profiles.small("tls")).get(300, TimeUnit.SECONDS).length == 0;
    } catch (ExecutionException e) {
      assertTrue(e.getCause() instanceof StatusRuntimeException, e::toString);
      return false;
    }
  }

  private static void replace(Path file, Path by) throws IOException {
    Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A new key, another certificate of the same one, and what cannot be used. */
  @Test
  void files_thatChange_areUsedWithoutARestart_andDamagedOnesAreNot() throws Exception {
    Path certificate = Files.copy(server.certificate(), folder.resolve("live.crt"));
    Path key = Files.copy(server.key(), folder.resolve("live.key"));
    Path authority = Files.copy(client.certificate(), folder.resolve("live.ca"));
    Tls live =
        tls(new TlsFiles(Optional.of(certificate), Optional.of(key), Optional.of(authority)));
    Certificates other = Certificates.make(folder, "other");
    Certificates renewed = other.renewed("renewed");
    TlsFiles toOld = client.trusting(server);
    TlsFiles toNew = client.trusting(renewed);
    try (StandIn end = StandIn.grpc(live.grpcServer())) {
      assertTrue(connects(end, toOld));
      timer.aMinuteLater();
      assertEquals(List.of(), logged);

      // Between the two files nothing changes.
      replace(certificate, renewed.certificate());
      timer.aMinuteLater();
      String both = certificate + " and " + key;
      assertEquals("refused: " + both + ": the key is not that of the certificate", last());
      assertTrue(connects(end, toOld));
      replace(key, renewed.key());
      timer.aMinuteLater();
      assertEquals("changed: " + both, last());
      assertTrue(connects(end, toNew));
      assertFalse(connects(end, toOld));

      // The key stays.
      replace(certificate, other.certificate());
      timer.aMinuteLater();
      assertEquals("changed: " + both, last());
      assertTrue(connects(end, client.trusting(other)));
      assertFalse(connects(end, toNew));
      replace(certificate, renewed.certificate());
      timer.aMinuteLater();
      assertTrue(connects(end, toNew));

      Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n");
      timer.aMinuteLater();
      assertTrue(last().startsWith("refused: " + both + ": "), last());
      Files.delete(certificate);
      timer.aMinuteLater();
      assertEquals("refused: " + certificate + ": cannot be read", last());
      replace(certificate, renewed.certificate());
      Files.writeString(key, "no key");
      timer.aMinuteLater();
      assertTrue(last().contains("no key of RSA or EC in PEM"), last());
      assertTrue(connects(end, toNew));

      replace(key, renewed.key());
      replace(authority, stranger.certificate());
      timer.aMinuteLater();
      assertEquals("changed: " + authority, last());
      assertTrue(connects(end, stranger.trusting(renewed)));
      assertFalse(connects(end, toNew));
      Files.writeString(authority, "nobody");
      timer.aMinuteLater();
      assertTrue(last().startsWith("refused: " + authority + ": "), last());
      assertTrue(connects(end, stranger.trusting(renewed)));
    }
  }

  private String last() {
    return logged.get(logged.size() - 1);
  }
}
