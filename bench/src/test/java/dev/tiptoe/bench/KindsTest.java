// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Modules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every test stands in the folder of its kind, and every kind is run. */
class KindsTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  private static final Set<String> KINDS =
      Set.of("test", "corpus", "smoke", "clr", "jvm", "witness");

  private static final Pattern QUARTER =
      Pattern.compile("^@Tag\\(\"quarter-[1-4]\"\\)", Pattern.MULTILINE);

  /**
   * What no unit test needs: another process (Java makes no pipe itself), the runtime, a browser.
   */
  private static final Pattern NOT_IN_UNIT =
      Pattern.compile(
          "\\bTest(Runtime|Browser)\\.|new ProcessBuilder\\((?!\"mkfifo\")|Runtime\\.getRuntime\\(\\)\\.exec"
              + "|\\bScript\\.run\\(|\\bChild\\.(of|java|tiptoe)\\(");

  private static final Pattern TEST =
      Pattern.compile(
          "^  @(Test|ParameterizedTest|TestFactory|Property|FuzzTest)\\b", Pattern.MULTILINE);

  /** The source folders of all modules. */
  private static List<Path> folders() {
    return Modules.all().stream()
        .map(module -> HOME.resolve(module).resolve("src"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** The source files of tests, of all modules. */
  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : folders()) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(KindsTest::isTestSource).forEach(all::add);
      }
    }
    return all;
  }

  private static boolean isTestSource(Path file) {
    return file.toString().endsWith(".java") && KINDS.contains(kind(file));
  }

  /** The name of the folder between {@code src} and {@code java}; empty if there is none. */
  private static String kind(Path file) {
    String path = file.toString().replace('\\', '/');
    int java = path.indexOf("/java/");
    int source = path.lastIndexOf("/src/", Math.max(java, 0));
    return java < 0 || source < 0 ? "" : path.substring(source + "/src/".length(), java);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void witness_everyOne_isOfOneQuarter() throws IOException {
    List<Path> witnesses =
        sources().stream()
            .filter(file -> kind(file).equals("witness"))
            .filter(file -> TEST.matcher(text(file)).find())
            .toList();
    assertTrue(witnesses.size() > 50, witnesses::toString);
    List<Path> wrong =
        witnesses.stream()
            .filter(file -> QUARTER.matcher(text(file)).results().count() != 1)
            .toList();
    assertEquals(List.of(), wrong);
  }

  @Test
  void unitTest_everyOne_startsNoProcessAndReadsNoRuntime() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : sources()) {
      String text = text(file);
      if (kind(file).equals("test") && TEST.matcher(text).find()) {
        NOT_IN_UNIT
            .matcher(text)
            .results()
            .forEach(found -> wrong.add(HOME.relativize(file) + ": " + found.group()));
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** Surefire takes what ends in Test; another class with tests would never run. */
  @Test
  void test_everyOne_isInAClassThatIsRun() throws IOException {
    List<Path> wrong =
        sources().stream()
            .filter(file -> TEST.matcher(text(file)).find())
            .filter(file -> !file.getFileName().toString().endsWith("Test.java"))
            .filter(file -> !text(file).contains("abstract class"))
            .toList();
    assertEquals(List.of(), wrong);
  }

  /** All kinds of a module are compiled into one folder. */
  @Test
  void class_everyOne_isInOneFolder() throws IOException {
    Set<String> seen = new HashSet<>();
    List<Path> twice =
        sources().stream()
            .filter(file -> !file.endsWith("package-info.java"))
            .filter(file -> !seen.add(file.toString().replaceFirst("/src/[a-z]+/java/", "/")))
            .toList();
    assertEquals(List.of(), twice);
  }

  @Test
  void folder_everyOneWithJavaSources_isOfAKind() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (Path source : folders()) {
      try (Stream<Path> inside = Files.list(source)) {
        inside
            .filter(folder -> Files.isDirectory(folder.resolve("java")))
            .filter(folder -> !KINDS.contains(folder.getFileName().toString()))
            .filter(folder -> !folder.endsWith("main"))
            .forEach(folder -> unknown.add(HOME.relativize(folder).toString()));
      }
    }
    assertEquals(List.of(), unknown);
  }
}
