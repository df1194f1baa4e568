// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.sun.net.httpserver.HttpServer;
import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeProcessTest extends ServeCommandFixture {

  /** An empty profile, which is a message as any other. */
  private static final byte[] MESSAGE = {};

  @TempDir private Path folder = Path.of("");

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return ports;
  }

  /** The lines of the guide that begin with a command, of those without files of their own. */
  private static List<String> commandsOfTheGuide() throws IOException {
    return Files.readAllLines(GUIDE).stream()
        .filter(line -> line.matches(" {4}(?:\\./tiptoe|curl -s) .*"))
        .map(String::strip)
        .toList();
  }

  @Test
  void commandsOfTheGuide_serveAStream_untilTheySaySo() throws IOException {
    HttpServer backEnd =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> received = java.util.Collections.synchronizedList(new ArrayList<>());
    backEnd.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          received.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    backEnd.start();
    List<Integer> ports = freePorts(3);
    Map<String, String> here =
        Map.of(
            "/srv/shop", TestAssembly.WRITTEN.path().resolveSibling("").toString(),
            "indexes", folder.resolve("indexes").toString(),
            "127.0.0.1:4317", "127.0.0.1:" + ports.get(0),
            "grpc://127.0.0.1:4040", "http://127.0.0.1:" + backEnd.getAddress().getPort(),
            "127.0.0.1:9464", "127.0.0.1:" + ports.get(2));
    List<List<String>> commands =
        commandsOfTheGuide().stream()
            .map(line -> Arrays.stream(line.split(" ", -1)).map(word -> here(word, here)).toList())
            .toList();
    assertEquals(4, commands.size(), commands::toString);
    List<String> index = commands.get(0);
    String[] indexing = index.subList(1, index.size()).toArray(String[]::new);
    Outcome.of(Tiptoe::run, "", indexing).expect(ExitCode.OK);
    // The word behind the command is serve.
    List<String> serve = new ArrayList<>(commands.get(1).subList(2, commands.get(1).size()));
    // The default is a port that may be in use on the machine of the tests.
    serve.addAll(List.of("--http", "127.0.0.1:" + ports.get(1)));
    serve.addAll(List.of("--admin", "127.0.0.1:" + ports.get(2)));
    try (Served served = Served.with(serve)) {
      served.noted("tiptoe-serve: OTLP by gRPC on 127.0.0.1:" + ports.get(0));
      assertEquals("ready\n", get(commands.get(2).get(2)).body());
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create("http://127.0.0.1:" + ports.get(1) + "/v1development/profiles"))
              .header("Content-Type", "application/x-protobuf")
              .POST(HttpRequest.BodyPublishers.ofByteArray(MESSAGE))
              .build();
      assertEquals(200, send(request).statusCode());
      assertEquals(List.of("/v1development/profiles"), received);
      String metrics = get(commands.get(3).get(2)).body();
      assertTrue(
          metrics.contains("tiptoe_serve_messages_total{protocol=\"http\",result=\"taken\"} 1.0"),
          metrics);
      assertEveryMetricIsInTheGuide(metrics);
      served.terminate();
      assertEquals("tiptoe-serve: stopped", served.noted("stopped"));
      assertEquals(ExitCode.OK, served.status());
    } finally {
      backEnd.stop(0);
    }
  }

  private static void assertEveryMetricIsInTheGuide(String metrics) throws IOException {
    String guide = Files.readString(GUIDE);
    Matcher name = Pattern.compile("(?m)^# TYPE tiptoe_serve_(\\w+) ").matcher(metrics);
    int names = 0;
    while (name.find()) {
      names++;
      String shown = name.group(1);
      assertTrue(guide.contains("`" + shown + "`") || guide.contains("`" + shown + "{"), shown);
    }
    assertTrue(names > 8, metrics);
  }

  @Test
  void containerRecipe_runsTheCommand() throws IOException {
    Map<String, String> instructions = instructions();
    assertTrue(
        List.of("FROM", "COPY", "USER", "WORKDIR", "EXPOSE", "ENTRYPOINT", "CMD")
            .containsAll(instructions.keySet()),
        instructions::toString);
    List<String> entry = entryPoint();
    assertEquals("java", entry.get(0));
    assertEquals(
        List.of("-jar", "/opt/tiptoe-serve/lib/tiptoe-serve-command.jar"),
        entry.subList(entry.size() - 2, entry.size()));
    // The flags are those of a Java.
    List<String> flags = new ArrayList<>(entry.subList(1, entry.size() - 2));
    flags.add("-version");
    try (Served java = Served.java(flags)) {
      assertEquals(0, java.status());
    }
    List<String> arguments = List.of(new Gson().fromJson(instructions.get("CMD"), String[].class));
    assertTrue(parsed(arguments).isUsageHelpRequested());
    assertFalse(String.valueOf(instructions.get("USER")).startsWith("0"));
  }
}
