// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A symbol server of the test's own, well-behaved and not. */
class SymbolServerTest {

  private static final String PATH = "shop.pdb/497b72f6390a44fc878e5a2d63b6cc4bFFFFFFFF/shop.pdb";
  private static final byte[] PDB = Built.pdb();

  /** In milliseconds. */
  private static final int FIRST_DELAY = 4;

  private static final SymbolServer.Limits LIMITS =
      new SymbolServer.Limits(
          Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30), 1 << 20, 3);

  @TempDir private Path home = Path.of("");

  private final Notes notes = new Notes();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> checksums = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private HttpServer server;

  private SymbolServerTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
  }

  private void serve(HttpHandler handler) {
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().toString());
          checksums.add(String.valueOf(exchange.getRequestHeaders().getFirst("SymbolChecksum")));
          try (exchange) {
            handler.handle(exchange);
          }
        });
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/symbols");
  }

  private Path cache() {
    return home.resolve("cache");
  }

  private Path cached() {
    return cache().resolve(PATH);
  }

  private Store store(SymbolServer.Limits limits) {
    return store(address(), limits);
  }

  private Store store(URI address, SymbolServer.Limits limits) {
    SymbolServer server =
        SymbolServer.of(address, cache(), limits, notes, Duration.ofMillis(FIRST_DELAY));
    return Store.builder().server(server).build();
  }

  private static Image module() {
    return Image.of("Shop.dll", Built.moduleWithPdb("Shop"));
  }

  private static Image module(byte[] checksum) {
    return Image.of("Shop.dll", Built.moduleWithPdb("Shop", "Shop.pdb", checksum));
  }

  private static String answer(PortablePdb pdb) {
    return pdb instanceof PortablePdb.Missing missing
        ? missing.reason()
        : pdb.found().orElseThrow().file();
  }

  private List<String> files() throws IOException {
    if (!Files.exists(cache())) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(cache())) {
      return all.filter(Files::isRegularFile)
          .map(file -> cache().relativize(file).toString())
          .toList();
    }
  }

  @Test
  void pdb_thatTheServerHas_isKeptByItsKeyAndNotRequestedAgain() throws IOException {
    serve(exchange -> send(exchange, 200, PDB));
    byte[] checksum = Built.checksum(PDB);
    assertEquals(cached().toString(), answer(store(LIMITS).pdb(module(checksum))));
    assertEquals(List.of(PATH), files());
    assertEquals(List.of("/symbols/" + PATH), requests);
    assertEquals(List.of("SHA256:" + HexFormat.of().formatHex(checksum)), checksums);
    assertEquals(cached().toString(), answer(store(LIMITS).pdb(module(checksum))));
    assertEquals(1, requests.size());
    assertEquals(List.of(), notes.texts);
  }

  @Test
  void module_isRequestedByItsPeIdentity() {
    serve(exchange -> send(exchange, 200, Built.module("Shop")));
    Store store = store(LIMITS);
    Identity identity = new Identity.Pe(0, Built.SIZE_OF_IMAGE, "A b#ä.dll");
    assertEquals(
        cache().resolve("a b#ä.dll/000000002000/a b#ä.dll"),
        store.locate(identity).orElseThrow().file());
    assertEquals(List.of("/symbols/a%20b%23%C3%A4.dll/000000002000/a%20b%23%C3%A4.dll"), requests);
    assertEquals(Optional.empty(), store.locate(new Identity.Pe(1, 0, "x.dll")));
    assertEquals(Optional.empty(), store.locate(new Identity.Mvid(Built.mvid("Shop"))));
    assertEquals(2, requests.size());
  }

  @Test
  void pdb_thatTheServerDoesNotHave_isRequestedOnce() throws IOException {
    serve(exchange -> send(exchange, 404, "no".repeat(100_000).getBytes(StandardCharsets.UTF_8)));
    Store store = store(LIMITS);
    for (int i = 0; i < 3; i++) {
      assertTrue(answer(store.pdb(module())).startsWith("no Shop.pdb with the ID"));
    }
    assertEquals(1, requests.size());
    assertEquals(List.of(), files());
    assertEquals(List.of(), notes.texts);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 500, 502, 503, 504})
  void failure_thatPasses_isTriedAgain(int status) {
    AtomicInteger count = new AtomicInteger();
    serve(exchange -> send(exchange, count.incrementAndGet() < 3 ? status : 200, PDB));
    assertEquals(cached().toString(), answer(store(LIMITS).pdb(module())));
    assertEquals(3, requests.size());
    assertEquals(List.of(), notes.texts);
  }

  @Test
  void failure_thatPasses_isTriedAgainAfterTheUsualDelays() {
    AtomicInteger count = new AtomicInteger();
    serve(exchange -> send(exchange, count.incrementAndGet() < 3 ? 503 : 200, PDB));
    Store store =
        Store.builder().server(SymbolServer.of(address(), cache(), LIMITS, notes)).build();
    long start = System.nanoTime();
    assertEquals(cached().toString(), answer(store.pdb(module())));
    assertTrue(System.nanoTime() - start >= Duration.ofMillis(100 + 200).toNanos());
  }

  @Test
  void failure_thatDoesNotPass_endsTheUseOfTheServerWithOneNote() {
    serve(exchange -> send(exchange, 500, PDB));
    Store store = store(LIMITS);
    String reason = address() + "/: it answers with status 500";
    assertEquals(reason, answer(store.pdb(module())));
    assertEquals(3, requests.size());
    String after = address() + "/ is not asked any more: it answers with status 500";
    assertEquals(after, answer(store.pdb(module())));
    assertEquals(3, requests.size());
    assertEquals(List.of(after), notes.texts);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 400, 204, 206, 501})
  void status_thatIsUnexpected_isNotTriedAgain(int status) throws IOException {
    serve(exchange -> send(exchange, status, status == 204 ? new byte[0] : PDB));
    Store store = store(LIMITS);
    answer(store.pdb(module()));
    answer(store.pdb(module()));
    assertEquals(1, requests.size());
    assertEquals(1, notes.texts.size());
    assertEquals(List.of(), files());
  }

  @Test
  void server_thatIsNotThere_isTriedAndThenLeft() {
    URI address = address();
    server.stop(0);
    Store store = store(address, LIMITS);
    answer(store.pdb(module()));
    assertEquals(1, notes.texts.size());
    assertTrue(notes.texts.get(0).startsWith(address + "/ is not asked any more"));
  }

  @Test
  void server_thatSendsNothing_isLeftInTime() throws IOException {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(200, PDB.length);
          exchange.getResponseBody().write(PDB, 0, 10);
          exchange.getResponseBody().flush();
          awaitEnd();
        });
    SymbolServer.Limits limits =
        new SymbolServer.Limits(
            Duration.ofSeconds(10), Duration.ofMillis(200), Duration.ofMinutes(10), 1 << 20, 1);
    assertEquals(address() + "/: no answer in time", answer(store(limits).pdb(module())));
    assertEquals(List.of(address() + "/ is not asked any more: no answer in time"), notes.texts);
    assertEquals(List.of(), files());
  }

  @Test
  void server_thatSendsForever_isLeftInTime() throws IOException {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          while (end.getCount() > 0) {
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
          }
        });
    SymbolServer.Limits limits =
        new SymbolServer.Limits(
            Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMillis(300), 1L << 40, 1);
    assertTrue(answer(store(limits).pdb(module())).contains("no answer in time"));
    assertEquals(List.of(), files());
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3 << 20})
  void file_thatIsTooLarge_isRefused(long stated) throws IOException {
    serve(
        exchange -> {
          exchange.sendResponseHeaders(200, stated);
          byte[] part = new byte[1 << 16];
          try {
            for (int i = 0; i < 48; i++) {
              exchange.getResponseBody().write(part);
            }
          } catch (IOException e) {
            // The client has closed the connection.
          }
        });
    assertEquals(
        address() + "/: a file of more than 1048576 bytes", answer(store(LIMITS).pdb(module())));
    assertEquals(1, requests.size());
    assertEquals(List.of(), files());
  }

  @Test
  void file_withAnotherIdentityOrChecksumOrKind_isRefusedAndNotKept() throws IOException {
    byte[][] body = {Built.pdb(Built.GUID, 1)};
    serve(exchange -> send(exchange, 200, body[0]));
    Store store = store(LIMITS);
    String sent = "what " + address() + "/ sent is not used: ";
    assertEquals(
        sent + "shop.pdb is not the PDB of this build of Shop.dll", answer(store.pdb(module())));
    body[0] = Built.windowsPdb(Built.GUID, 1);
    assertEquals(
        sent + "shop.pdb is a PDB for Windows, which is not read", answer(store.pdb(module())));
    body[0] = PDB;
    assertEquals(
        sent + "shop.pdb does not have the checksum that Shop.dll states",
        answer(store.pdb(module(new byte[32]))));
    body[0] = "<html>login</html>".getBytes(StandardCharsets.UTF_8);
    assertTrue(answer(store.pdb(module())).startsWith(sent + "shop.pdb: at offset 0x0"));
    assertEquals(List.of(), files());
    assertEquals(List.of(), notes.texts);
  }

  @Test
  void file_inTheCacheThatIsDamaged_isRequestedAgain() throws IOException {
    serve(exchange -> send(exchange, 200, PDB));
    Built.write(cached(), new byte[] {1, 2, 3, 4});
    assertEquals(cached().toString(), answer(store(LIMITS).pdb(module())));
    assertEquals(1, requests.size());
    assertEquals(PDB.length, Files.size(cached()));
  }

  @Test
  void body_thatIsCutOff_isTriedAgainAndNotKept() throws Exception {
    AtomicInteger count = new AtomicInteger();
    Thread thread;
    try (ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      thread =
          new Thread(
              () -> {
                try {
                  while (true) {
                    cutOff(socket.accept());
                    count.incrementAndGet();
                  }
                } catch (IOException e) {
                  // The end of the test.
                }
              });
      thread.start();
      URI address = URI.create("http://127.0.0.1:" + socket.getLocalPort());
      String reason = answer(store(address, LIMITS).pdb(module()));
      assertTrue(reason.startsWith(address + "/: "), reason);
      assertEquals(List.of(), files());
    }
    thread.join();
    assertEquals(3, count.get());
  }

  private static void cutOff(Socket client) throws IOException {
    try (client) {
      byte[] request = new byte[4096];
      assertTrue(client.getInputStream().read(request) > 0);
      OutputStream out = client.getOutputStream();
      String head = "HTTP/1.1 200 OK\r\nContent-Length: " + PDB.length + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      out.write(PDB, 0, PDB.length / 2);
    }
  }

  @Test
  void redirection_overHttp_isFollowed() {
    serve(
        exchange -> {
          if (exchange.getRequestURI().getPath().startsWith("/blob")) {
            send(exchange, 200, PDB);
          } else {
            exchange.getResponseHeaders().add("Location", "/blob?sig=1%2F2");
            send(exchange, 302, new byte[0]);
          }
        });
    assertEquals(cached().toString(), answer(store(LIMITS).pdb(module())));
    assertEquals("/blob?sig=1%2F2", requests.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "ftp://127.0.0.1/x",
        "jar:file:/x.jar!/y",
        "gopher://x",
        "http:x",
        ":"
      })
  void redirection_toWhatIsNotHttp_isNotFollowed(String to) throws IOException {
    serve(
        exchange -> {
          exchange.getResponseHeaders().add("Location", to);
          send(exchange, 302, new byte[0]);
        });
    String answer = answer(store(LIMITS).pdb(module()));
    assertTrue(answer.contains("a redirection to "), answer);
    assertEquals(1, requests.size());
    assertEquals(List.of(), files());
  }

  @Test
  void redirection_toAPortThatIsNone_isRefused() throws IOException {
    serve(
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://127.0.0.1:99999/x");
          send(exchange, 302, new byte[0]);
        });
    String answer = answer(store(LIMITS).pdb(module()));
    assertTrue(answer.startsWith(address() + "/: "), answer);
    assertEquals(List.of(), files());
  }

  @Test
  void redirection_inACircle_ends() throws IOException {
    serve(
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/again");
          send(exchange, 301, new byte[0]);
        });
    assertTrue(answer(store(LIMITS).pdb(module())).endsWith("more than 5 redirections"));
    assertEquals(6, requests.size());
  }

  @Test
  void cache_withALinkThatLeadsOut_isNotWrittenThrough() throws IOException {
    serve(exchange -> send(exchange, 200, PDB));
    Path outside = Files.createDirectories(home.resolve("outside"));
    Files.createDirectories(cache());
    Files.createSymbolicLink(cache().resolve("shop.pdb"), outside);
    assertEquals(
        cached() + " leads out of the cache by a link", answer(store(LIMITS).pdb(module())));
    try (Stream<Path> all = Files.list(outside)) {
      assertEquals(0, all.count());
    }
    assertEquals(List.of(), files());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///symbols",
        "symbols",
        "http:/x",
        "http://h/?q",
        "http://u:p@h/",
        "ftp://h/"
      })
  void address_thatIsNotHttp_isRefused(String address) {
    assertThrows(
        IllegalArgumentException.class,
        () -> SymbolServer.of(URI.create(address), cache(), LIMITS, notes));
  }
}
