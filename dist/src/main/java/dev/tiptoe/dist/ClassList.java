// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Lists the classes of the command, which the launcher keeps in an archive for a faster start. */
public final class ClassList {

  private static final List<String> MODULES =
      List.of(
          "metadata-reader",
          "symbols",
          "native-symbols",
          "stores",
          "resolver",
          "trace",
          "profile",
          "native-bridge",
          "cli");

  private ClassList() {}

  /** Lists those of the checkout {@code arguments[0]} in the file {@code arguments[1]}. */
  public static void main(String[] arguments) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (String module : MODULES) {
      Path classes = Path.of(arguments[0], module, "target/classes");
      try (Stream<Path> all = Files.walk(classes)) {
        all.map(file -> classes.relativize(file).toString())
            .filter(file -> file.startsWith("dev/") && file.endsWith(".class"))
            .map(file -> file.substring(0, file.length() - ".class".length()))
            .forEach(names::add);
      }
    }
    Files.write(Path.of(arguments[1]), names);
  }
}
