// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;

class ServeCommandTest extends ServeCommandFixture {

  /** In MiB: classes, compiled code, stacks of threads, the collector. */
  private static final long JAVA_ITSELF = 150;

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
    String command = String.join(" ", flags).replace("/opt/tiptoe-serve/", "");
    assertTrue(Files.readString(GUIDE).contains("    " + command + " …\n"), command);
  }

  private static List<Map<?, ?>> manifests() throws IOException {
    List<Map<?, ?>> documents = new ArrayList<>();
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(Files.readString(DEPLOY.resolve("kubernetes.yaml")))
        .forEach(document -> documents.add(assertInstanceOf(Map.class, document)));
    return documents;
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
}
