// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The repository's modules, as its POMs have them, named by their folders. */
public final class Modules {

  private static final Path HOME = Repository.existing("", "it is the repository");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /** The published modules that are programs. */
  private static final List<String> PROGRAMS = List.of("cli", "integrations/serve-command");

  private Modules() {}

  /** Returns all modules, each after those that it needs. */
  public static List<String> all() {
    return MODULE.matcher(pom("")).results().map(found -> found.group(1)).toList();
  }

  /** Returns the modules that have a jar which is published: the libraries and the programs. */
  public static List<String> published() {
    return all().stream().filter(module -> isPublished(pom(module))).toList();
  }

  /** Returns the modules that other programs depend on. */
  public static List<String> libraries() {
    return published().stream().filter(module -> !PROGRAMS.contains(module)).toList();
  }

  /** Returns a module's POM; that of the whole repository for an empty name. */
  public static String pom(String module) {
    try {
      return Files.readString(HOME.resolve(module).resolve("pom.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPublished(String pom) {
    return !pom.contains("<maven.install.skip>true<") && !pom.contains("<packaging>pom<");
  }
}
