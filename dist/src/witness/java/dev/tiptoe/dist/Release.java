// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A release that was built from a copy of this checkout, in a folder of its own.
 *
 * @param checkout the copy
 * @param repository the local repository it was installed in, which nothing else uses
 */
record Release(Path checkout, Path repository) {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  /** What builds make and fetch, and what is not a source. */
  private static final Set<String> LEFT_OUT =
      Set.of("target", "node_modules", ".git", ".jqwik-database", ".fetch.lock");

  private static final String RUNTIME = "demo/runtime/node_modules";

  /** Copies the checkout into a folder, builds it there, and installs it beside that. */
  static Release build(Path folder) throws IOException {
    Path checkout = folder.resolve("checkout");
    copy(HOME, checkout);
    // Fetched once; the build finds it, and fetches nothing.
    Files.createSymbolicLink(checkout.resolve(RUNTIME), HOME.resolve(RUNTIME).toRealPath());
    Release release = new Release(checkout, folder.resolve("repository"));
    release
        .maven(
            checkout,
            List.of(
                "install",
                "-pl",
                "bom,dist,dist/serve",
                "-am",
                "-Prelease",
                "-DskipTests",
                "-Dmaven.test.skip=true",
                "-Dspotless.check.skip=true",
                "-Derrorprone=-parameters"))
        .expect(0);
    return release;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(folder.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!LEFT_OUT.contains(file.getFileName().toString())) {
              Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Runs Maven with this release's repository. What the machine's own repository has is taken from
   * there and not downloaded again; that repository is only read.
   */
  Outcome maven(Path folder, List<String> arguments) throws IOException {
    Path settings = repository.resolveSibling("settings.xml");
    Files.writeString(settings, settings());
    List<String> command =
        new ArrayList<>(List.of("mvn", "-B", "-ntp", "-gs", settings.toString()));
    command.add("-Dmaven.repo.local=" + repository);
    command.addAll(arguments);
    Map<String, String> environment = new HashMap<>(System.getenv());
    // Of the Maven that runs these tests.
    environment.keySet().removeAll(Set.of("MAVEN_PROJECTBASEDIR", "MAVEN_CMD_LINE_ARGS"));
    return Started.in(folder, environment, command);
  }

  private static String settings() {
    String repository =
        "<id>machine</id><url>"
            + Path.of(System.getProperty("machine.repository")).toUri()
            + "</url><snapshots><enabled>false</enabled></snapshots>"
            + "<releases><checksumPolicy>ignore</checksumPolicy></releases>";
    return """
        <settings>
          <profiles>
            <profile>
              <id>machine</id>
              <repositories><repository>%1$s</repository></repositories>
              <pluginRepositories><pluginRepository>%1$s</pluginRepository></pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>machine</activeProfile></activeProfiles>
        </settings>
        """
        .formatted(repository);
  }

  /** Returns the version that was built. */
  String version() throws IOException {
    try (var versions = Files.list(installed("tiptoe-bom"))) {
      return versions.filter(Files::isDirectory).findFirst().orElseThrow().getFileName().toString();
    }
  }

  /** Returns the folder in the repository with all versions of an artifact. */
  Path installed(String artifact) {
    return repository.resolve("dev/tiptoe").resolve(artifact);
  }

  /** Returns the folder in the repository with an artifact's files. */
  Path files(String artifact) throws IOException {
    return installed(artifact).resolve(version());
  }

  Path distribution() throws IOException {
    return checkout.resolve("dist/target/tiptoe-" + version() + "-linux-x64.tar.gz");
  }

  /** Returns the distribution of {@code tiptoe-serve}. */
  Path serveDistribution() throws IOException {
    return checkout.resolve("dist/serve/target/tiptoe-serve-" + version() + ".tar.gz");
  }

  /** Returns all that is published, by its path: what was installed, and the distributions. */
  Map<String, Path> published() throws IOException {
    Map<String, Path> published = new TreeMap<>();
    Path root = repository.resolve("dev/tiptoe");
    try (var all = Files.walk(root)) {
      all.filter(file -> file.toString().matches(".*\\.(jar|pom|json)"))
          .forEach(file -> published.put(root.relativize(file).toString(), file));
    }
    for (Path distribution : List.of(distribution(), serveDistribution())) {
      published.put(distribution.getFileName().toString(), distribution);
    }
    return published;
  }
}
