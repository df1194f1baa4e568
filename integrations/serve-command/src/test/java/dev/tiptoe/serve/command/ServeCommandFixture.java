// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.gson.Gson;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** What the tests of {@code ServeCommandTest} share, which stand by kind. */
abstract class ServeCommandFixture {

  static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  static final Path GUIDE = HOME.resolve("src/site/guides/serve-a-stream.md");

  static final Path DEPLOY = HOME.resolve("integrations/serve-command/deploy");

  final HttpClient client = HttpClient.newHttpClient();

  HttpResponse<String> get(String url) throws IOException {
    return send(HttpRequest.newBuilder(URI.create(url)).build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static String here(String word, Map<String, String> here) {
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

  /** Parses the arguments of a command as the command does, without running it. */
  static CommandLine.ParseResult parsed(List<String> arguments) {
    Terminal terminal =
        new Terminal(
            "tiptoe-serve",
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    String[] line = arguments.toArray(String[]::new);
    return TiptoeServe.LAUNCHER.commandLine(terminal, line).parseArgs(line);
  }

  /** The instructions of the container recipe; those that come several times, a line each. */
  static Map<String, String> instructions() throws IOException {
    return Files.readAllLines(DEPLOY.resolve("Containerfile")).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toMap(each -> each[0], each -> each[1], (a, b) -> a + "\n" + b));
  }

  static List<String> entryPoint() throws IOException {
    return List.of(new Gson().fromJson(instructions().get("ENTRYPOINT"), String[].class));
  }

  static Map<?, ?> pod(Map<?, ?> deployment) {
    return assertInstanceOf(Map.class, at(deployment, "spec", "template", "spec"));
  }

  static Map<?, ?> container(Map<?, ?> deployment) {
    List<?> containers = assertInstanceOf(List.class, pod(deployment).get("containers"));
    return assertInstanceOf(Map.class, containers.get(0));
  }

  static Object at(Object map, String... keys) {
    Object here = map;
    for (String key : keys) {
      here = assertInstanceOf(Map.class, here).get(key);
    }
    return Objects.requireNonNull(here);
  }
}
