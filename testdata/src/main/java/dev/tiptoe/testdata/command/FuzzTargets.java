// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

import dev.tiptoe.testdata.Modules;
import dev.tiptoe.testdata.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fuzzes a module's targets, the classes {@code *FuzzTest} of a package, each in a JVM of its own.
 *
 * <p>Two system properties say how: {@code fuzz.seconds} is the time that each target gets, 5 if it
 * is not set, and {@code fuzz.target} the simple name of the only target to fuzz; all, if it is not
 * set or empty. Stateless.
 */
public final class FuzzTargets {

  private static final String SCRIPT = "metadata-reader/src/witness/fuzz/fuzz";
  private static final String SUFFIX = "FuzzTest.class";

  private FuzzTargets() {}

  /**
   * Returns the simple names of the targets of a package that are to be fuzzed, from the current
   * module's test classes. There is none if {@code fuzz.target} names another module's.
   *
   * @throws IllegalStateException if no module has the target that is named, or the package none
   */
  public static List<String> in(String packageName) {
    List<String> targets = classes(Script.build().resolve("test-classes"), packageName);
    if (targets.isEmpty()) {
      throw new IllegalStateException("no targets in " + packageName);
    }
    String wanted = System.getProperty("fuzz.target", "");
    if (!wanted.isEmpty() && !targets.contains(wanted) && !isKnown(wanted)) {
      throw new IllegalStateException("no module has the target " + wanted);
    }
    return targets.stream().filter(name -> wanted.isEmpty() || name.equals(wanted)).toList();
  }

  /**
   * Fuzzes a target.
   *
   * @throws AssertionError if an input breaks it; the message says which
   */
  public static void fuzz(String packageName, String target) {
    String output =
        Script.run(
            SCRIPT,
            Script.build().toString(),
            System.getProperty("java.class.path"),
            System.getProperty("fuzz.seconds", "5"),
            packageName,
            target);
    System.out.print(output);
  }

  private static List<String> classes(Path root, String packageName) {
    Path folder = root.resolve(packageName.replace('.', '/'));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX) && name.indexOf('$') < 0)
          .map(name -> name.substring(0, name.length() - ".class".length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isKnown(String target) {
    return Modules.all().stream().anyMatch(module -> has(module, target + ".java"));
  }

  private static boolean has(String module, String file) {
    Path sources = Repository.existing(module, "it is a module").resolve("src/witness/java");
    if (!Files.isDirectory(sources)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.anyMatch(each -> each.endsWith(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
