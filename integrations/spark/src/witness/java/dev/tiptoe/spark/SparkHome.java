// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * An installation of Spark, made of the jars that the tests have, and our jars apart from it, which
 * a job has to bring along.
 */
final class SparkHome {

  /** What is ours, or for tests; all else is Spark's. */
  private static final List<String> NOT_SPARKS =
      List.of(
          "caffeine-",
          "picocli-",
          "jspecify-",
          "error_prone_",
          "opentelemetry-",
          "junit-",
          "opentest4j-",
          "apiguardian-",
          "surefire",
          "tiptoe-");

  /** A job that has not ended by then does not end; it takes some 20 seconds of a quiet machine. */
  private static final int MINUTES = 15;

  private final Path home;
  private final String shipped;

  private SparkHome(Path home, String shipped) {
    this.home = home;
    this.shipped = shipped;
  }

  static SparkHome make(Path folder) throws IOException {
    Path jars = Files.createDirectories(folder.resolve("jars"));
    List<String> ours = new ArrayList<>();
    try (JarOutputStream classes =
        new JarOutputStream(Files.newOutputStream(folder.resolve("tiptoe.jar")))) {
      for (String each : classPath()) {
        Path file = Path.of(each);
        if (Files.isDirectory(file)) {
          if (!file.endsWith(Path.of("testdata", "target", "classes"))) {
            pack(file, classes);
          }
        } else if (isOf(file, NOT_SPARKS)) {
          if (isOf(file, List.of("caffeine-", "picocli-", "jspecify-"))
              || (isOf(file, List.of("tiptoe-")) && !isOf(file, List.of("tiptoe-testdata")))) {
            ours.add(each);
          }
        } else {
          Files.createSymbolicLink(jars.resolve(file.getFileName()), file);
        }
      }
    }
    ours.add(folder.resolve("tiptoe.jar").toString());
    return new SparkHome(folder, String.join(",", ours));
  }

  private static List<String> classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(path.split(File.pathSeparator, -1)).filter(SparkHome::exists).toList();
  }

  private static boolean exists(String file) {
    return !file.isEmpty() && Files.exists(Path.of(file));
  }

  private static boolean isOf(Path file, List<String> names) {
    return names.stream().anyMatch(String.valueOf(file.getFileName())::startsWith);
  }

  private static void pack(Path folder, JarOutputStream jar) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(file).toString();
        boolean isOurs =
            folder.endsWith("test-classes")
                ? name.contains("DyingExecutor")
                : name.startsWith("dev/") || name.startsWith("META-INF/services/");
        if (isOurs) {
          jar.putNextEntry(new JarEntry(name));
          Files.copy(file, jar);
          jar.closeEntry();
        }
      }
    }
  }

  /** Starts a class of Spark's in a process of its own. */
  Process start(Path log, List<String> properties, String type, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(properties);
    command.addAll(List.of("-cp", home.resolve("jars") + "/*", type));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(log.toFile()).directory(home.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("SPARK_HOME", home.toString());
    environment.put("SPARK_SCALA_VERSION", "2.13");
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    environment.put("SPARK_LOCAL_HOSTNAME", "localhost");
    return builder.start();
  }

  /** Runs a job as a user does, and returns what it has written. */
  String submit(String master, Path log, String... arguments)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--master",
                master,
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--conf",
                "spark.executor.memory=512m",
                "--conf",
                "spark.executor.extraJavaOptions=-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
                "--conf",
                "spark.sql.shuffle.partitions=4",
                "--jars",
                shipped,
                "--class",
                "dev.tiptoe.spark.Jobs"));
    int own = 0;
    while (arguments[own].startsWith("--")) {
      all.add(arguments[own++]);
      all.add(arguments[own++]);
    }
    all.add(home.resolve("tiptoe.jar").toString());
    all.addAll(Arrays.asList(arguments).subList(own, arguments.length));
    Process process = start(log, List.of(), "org.apache.spark.deploy.SparkSubmit", all);
    try {
      boolean isOver = process.waitFor(MINUTES, TimeUnit.MINUTES);
      String said = Files.readString(log);
      if (!isOver || process.exitValue() != 0) {
        throw new AssertionError((isOver ? process.exitValue() : "no end") + ": " + said);
      }
      return said;
    } finally {
      stop(process);
    }
  }

  /** Ends a process and those that it has started. */
  static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Waits until a process has written a line, and returns it. */
  static String line(Process process, Path log, String wanted)
      throws IOException, InterruptedException {
    // A pipe would have to be emptied for as long as the process lives; a file has not.
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    while (true) {
      boolean isOver = process.waitFor(20, TimeUnit.MILLISECONDS);
      String said = Files.readString(log, StandardCharsets.ISO_8859_1);
      int from = said.indexOf(wanted);
      int to = said.indexOf('\n', Math.max(from, 0));
      if (from >= 0 && to >= 0) {
        return said.substring(from, to);
      }
      if (isOver || System.nanoTime() > end) {
        throw new AssertionError(said);
      }
    }
  }

  /** Packs a folder of indexes for {@code --archives}. */
  static Path archive(Path folder, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        java.util.zip.ZipOutputStream zip = new java.util.zip.ZipOutputStream(out);
        Stream<Path> all = Files.list(folder)) {
      for (Path each : all.toList()) {
        zip.putNextEntry(new java.util.zip.ZipEntry(String.valueOf(each.getFileName())));
        Files.copy(each, zip);
        zip.closeEntry();
      }
    }
    return file;
  }
}
