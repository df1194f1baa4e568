// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the Javadoc of all libraries, as one. Needs a checkout that has been built, for what the
 * libraries depend on.
 *
 * @param home the root of the checkout
 */
record ApiDocumentation(Path home) {

  /**
   * The libraries: each JPMS module, and the folders of its sources. The one for Spark is none,
   * since Spark's jars make no names of modules; the Javadoc beside its jar has it.
   */
  private static final Map<String, List<String>> LIBRARIES = new LinkedHashMap<>();

  static {
    LIBRARIES.put("dev.tiptoe.metadata", List.of("metadata-reader/src/main/java"));
    LIBRARIES.put("dev.tiptoe.symbols", List.of("symbols/src/main/java"));
    LIBRARIES.put("dev.tiptoe.nativesymbols", List.of("native-symbols/src/main/java"));
    LIBRARIES.put("dev.tiptoe.stores", List.of("stores/src/main/java"));
    LIBRARIES.put(
        "dev.tiptoe.resolver",
        List.of("resolver/src/main/java", "resolver/target/generated-sources/witnesses"));
    LIBRARIES.put(
        "dev.tiptoe.trace",
        List.of("trace/src/main/java", "trace/target/generated-sources/trace-schema"));
    LIBRARIES.put("dev.tiptoe.profile", List.of("profile/src/main/java"));
    LIBRARIES.put("dev.tiptoe.duckdb", List.of("integrations/duckdb/src/main/java"));
    LIBRARIES.put("dev.tiptoe.serve", List.of("integrations/serve/src/main/java"));
    LIBRARIES.put("dev.tiptoe.bridge", List.of("native-bridge/src/main/java"));
    LIBRARIES.put("dev.tiptoe.framework", List.of("framework-bridge/src/main/java"));
  }

  void write(Path out) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-quiet", "-notimestamp", "-Xdoclint:none"));
    arguments.addAll(List.of("-encoding", "UTF-8", "-docencoding", "UTF-8", "--release", "17"));
    arguments.addAll(List.of("-windowtitle", "Tiptoe", "-doctitle", "Tiptoe"));
    arguments.addAll(List.of("-tag", "ecma:a:ECMA-335:"));
    arguments.addAll(List.of("-top", "<a href=\"{@docRoot}/../index.html\">Tiptoe</a>"));
    LIBRARIES.forEach(
        (module, folders) -> {
          arguments.add("--module-source-path");
          arguments.add(
              folders.stream()
                  .map(folder -> home.resolve(folder).toString())
                  .collect(Collectors.joining(File.pathSeparator, module + "=", "")));
        });
    arguments.addAll(List.of("--module-path", dependencies()));
    arguments.addAll(List.of("--module", String.join(",", LIBRARIES.keySet())));
    arguments.addAll(List.of("-d", out.toString()));
    StringWriter said = new StringWriter();
    PrintWriter log = new PrintWriter(said);
    int status =
        ToolProvider.findFirst("javadoc")
            .orElseThrow(() -> new IOException("this Java has no javadoc: a JDK is needed"))
            .run(log, log, arguments.toArray(String[]::new));
    log.flush();
    if (status != 0) {
      throw new IOException("javadoc ended with status " + status + ":\n" + said);
    }
  }

  /** Returns the jars that the programs have beside theirs: together all that libraries need. */
  private String dependencies() throws IOException {
    Map<String, Path> byName = new TreeMap<>();
    for (String program : List.of("cli", "integrations/serve-command")) {
      Path lib = home.resolve(program).resolve("target/lib");
      if (!Files.isDirectory(lib)) {
        throw new IOException(lib + " is missing: mvn package makes it");
      }
      try (Stream<Path> jars = Files.list(lib)) {
        jars.filter(jar -> jar.toString().endsWith(".jar"))
            .filter(jar -> !jar.getFileName().toString().startsWith("tiptoe-"))
            .forEach(jar -> byName.put(jar.getFileName().toString(), jar));
      }
    }
    return byName.values().stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
