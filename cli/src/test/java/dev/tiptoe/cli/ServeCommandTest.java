// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.sun.net.httpserver.HttpServer;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;

class ServeCommandTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path GUIDE = HOME.resolve("src/site/guides/serve-a-stream.md");
  private static final Path DEPLOY = HOME.resolve("integrations/serve/deploy");

  /** In MiB: classes, compiled code, stacks of threads, the collector. */
  private static final long JAVA_ITSELF = 150;

  /** An empty profile, which is a message as any other. */
  private static final byte[] MESSAGE = {};

  @TempDir private Path folder = Path.of("");

  private final HttpClient client = HttpClient.newHttpClient();

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

  private HttpResponse<String> get(String url) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(url)).build());
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
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
    TiptoeRun.tiptoe(index.subList(1, index.size()).toArray(String[]::new)).expect(ExitCode.OK);
    List<String> serve = new ArrayList<>(commands.get(1).subList(1, commands.get(1).size()));
    // The default is a port that may be in use on the machine of the tests.
    serve.addAll(List.of("--http", "127.0.0.1:" + ports.get(1)));
    serve.addAll(List.of("--admin", "127.0.0.1:" + ports.get(2)));
    try (Child.Running running =
        Child.tiptoe(serve.toArray(String[]::new)).receivingSignals().start()) {
      running.await(() -> running.hasNoted("OTLP by gRPC on 127.0.0.1:" + ports.get(0)));
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
      running.process().destroy();
      Outcome outcome = running.outcome().expect(ExitCode.OK);
      assertTrue(outcome.err().endsWith("tiptoe: stopped\n"), outcome.err());
      assertEquals("", outcome.out());
    } finally {
      backEnd.stop(0);
    }
  }

  private static String here(String word, Map<String, String> here) {
    String found = here.get(word);
    if (found != null) {
      return found;
    }
    for (Map.Entry<String, String> entry : here.entrySet()) {
      if (word.startsWith("http://" + entry.getKey() + "/")) {
        return word.replace(entry.getKey(), entry.getValue());
      }
    }
    return word;
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

  /** Parses the arguments of a command as the command does, without running it. */
  private static CommandLine.ParseResult parsed(List<String> arguments) {
    Terminal terminal =
        new Terminal(
            "tiptoe",
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    List<String> all = new ArrayList<>(List.of("serve"));
    all.addAll(arguments);
    String[] line = all.toArray(String[]::new);
    return Tiptoe.LAUNCHER.commandLine(terminal, line).parseArgs(line).subcommand();
  }

  /** The instructions of the container recipe; those that come several times, a line each. */
  private static Map<String, String> instructions() throws IOException {
    return Files.readAllLines(DEPLOY.resolve("Containerfile")).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(each -> each[0], each -> each[1], (a, b) -> a + "\n" + b));
  }

  private static List<String> entryPoint() throws IOException {
    return List.of(new Gson().fromJson(instructions().get("ENTRYPOINT"), String[].class));
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
        List.of("-jar", "/opt/tiptoe/lib/tiptoe-cli.jar", "serve"),
        entry.subList(entry.size() - 3, entry.size()));
    // The flags are those of a Java.
    List<String> flags = new ArrayList<>(entry.subList(1, entry.size() - 3));
    flags.add("-version");
    Child.java(flags).outcome().expect(0);
    List<String> arguments = List.of(new Gson().fromJson(instructions.get("CMD"), String[].class));
    assertTrue(parsed(arguments).isUsageHelpRequested());
    assertFalse(String.valueOf(instructions.get("USER")).startsWith("0"));
  }

  /** The number in the flag that has this form. */
  private static long flag(List<String> flags, String form) {
    Pattern pattern = Pattern.compile(form);
    return flags.stream()
        .map(pattern::matcher)
        .filter(Matcher::matches)
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .findFirst()
        .orElseThrow();
  }

  /** The heap, what is outside of it, and Java itself fit into the container, as the guide says. */
  @Test
  void memory_ofTheContainer_isEnoughForAllThatItsProcessMayTake() throws IOException {
    List<String> flags = entryPoint();
    long direct = flag(flags, "-XX:MaxDirectMemorySize=(\\d+)m");
    long heapPercent = flag(flags, "-XX:MaxRAMPercentage=(\\d+)");
    long limit =
        Long.parseLong(
            String.valueOf(at(container(manifests().get(1)), "resources", "limits", "memory"))
                .replaceFirst("Mi$", ""));
    long heap = limit * heapPercent / 100;
    assertTrue(heap + direct + JAVA_ITSELF <= limit, heap + " MiB of heap");
    String sum =
        "%d + %d + %d = %d".formatted(heap, direct, JAVA_ITSELF, heap + direct + JAVA_ITSELF);
    for (Path page : List.of(GUIDE, DEPLOY.resolve("Containerfile"))) {
      assertTrue(Files.readString(page).contains(sum), page + " does not say " + sum);
    }
    // The command of the guide is that of the container.
    String command = String.join(" ", flags).replace("/opt/tiptoe/", "");
    assertTrue(Files.readString(GUIDE).contains("    " + command + " …\n"), command);
  }

  private static List<Map<?, ?>> manifests() throws IOException {
    List<Map<?, ?>> documents = new ArrayList<>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(Files.readString(DEPLOY.resolve("kubernetes.yaml")))
        .forEach(document -> documents.add(assertInstanceOf(Map.class, document)));
    return documents;
  }

  private static Map<?, ?> pod(Map<?, ?> deployment) {
    return assertInstanceOf(Map.class, at(deployment, "spec", "template", "spec"));
  }

  private static Map<?, ?> container(Map<?, ?> deployment) {
    List<?> containers = assertInstanceOf(List.class, pod(deployment).get("containers"));
    return assertInstanceOf(Map.class, containers.get(0));
  }

  @Test
  void manifests_areWhole_andTheirArgumentsThoseOfTheCommand() throws IOException {
    List<Map<?, ?>> documents = manifests();
    assertEquals(
        List.of("ConfigMap", "Deployment", "Service"),
        documents.stream().map(document -> document.get("kind")).toList());
    String collector = String.valueOf(at(documents.get(0), "data", "collector.yaml"));
    Map<?, ?> configuration =
        assertInstanceOf(
            Map.class, new Yaml(new SafeConstructor(new LoaderOptions())).load(collector));
    assertEquals("tiptoe-serve:4317", at(configuration, "exporters", "otlp", "endpoint"));
    Map<?, ?> container = container(documents.get(1));
    List<?> given = assertInstanceOf(List.class, container.get("args"));
    List<String> arguments = given.stream().map(String::valueOf).toList();
    CommandLine.ParseResult parsed = parsed(arguments);
    assertEquals(
        List.of("0.0.0.0:9464"),
        Objects.requireNonNull(parsed.matchedOption("--admin")).stringValues());
    List<?> ports = assertInstanceOf(List.class, container.get("ports"));
    assertEquals(
        List.of(4317, 4318, 9464),
        ports.stream()
            .map(port -> assertInstanceOf(Map.class, port).get("containerPort"))
            .toList());
    assertEquals("/health/ready", at(container, "readinessProbe", "httpGet", "path"));
    assertEquals("/health/live", at(container, "livenessProbe", "httpGet", "path"));
    int grace =
        assertInstanceOf(Integer.class, pod(documents.get(1)).get("terminationGracePeriodSeconds"));
    assertTrue(grace > 25, grace + " s");
  }

  private static Object at(Object map, String... keys) {
    Object here = map;
    for (String key : keys) {
      here = assertInstanceOf(Map.class, here).get(key);
    }
    return Objects.requireNonNull(here);
  }
}
