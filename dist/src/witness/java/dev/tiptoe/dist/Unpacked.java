// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A distribution that was unpacked, on a machine that has Java and a shell and no more.
 *
 * @param home the folder that it unpacked to
 * @param tools the folder on the PATH
 */
record Unpacked(Path home, Path tools) {

  /** What the launcher uses, and what packs and unpacks. There is no compiler, Maven or .NET. */
  private static final List<String> TOOLS =
      List.of("sh", "tar", "gzip", "sed", "cat", "mv", "rm", "awk", "head", "readlink", "locale");

  private static final String RUNTIME = "demo/runtime/node_modules/@azure/mcp-linux-x64";

  static Unpacked of(Path archive, Path folder) throws IOException {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Path real = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          tools.resolve(tool), Files.exists(real) ? real : Path.of("/bin", tool));
    }
    Path place = Files.createDirectory(folder.resolve("place"));
    Started.in(
            place,
            Map.of("PATH", tools.toString()),
            List.of(tools.resolve("tar").toString(), "-xzf", archive.toString()))
        .expect(0);
    try (var folders = Files.list(place)) {
      return new Unpacked(folders.findFirst().orElseThrow(), tools);
    }
  }

  /** Puts a runtime where {@code demo/runtime/fetch} puts it. */
  void fetchRuntime() throws IOException {
    Path link = home.resolve(RUNTIME);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, TestRuntime.directory().toRealPath());
  }

  /** Runs its command, from the folder that it was unpacked in. */
  Outcome tiptoe(String... arguments) {
    return run("tiptoe", tools.toString(), arguments);
  }

  /** Runs one of its programs with this PATH, from the folder that it was unpacked in. */
  Outcome run(String program, String path, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(home.resolve("bin").resolve(program).toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of("PATH", path, "JAVA_HOME", System.getProperty("java.home"), "LC_ALL", "C.UTF-8");
    return Started.in(home.resolveSibling(""), environment, command);
  }

  /** Returns the names of the jars that are not ours. */
  List<String> jarsOfOthers() throws IOException {
    try (var jars = Files.list(home.resolve("lib"))) {
      return jars.map(jar -> jar.getFileName().toString())
          .filter(name -> name.endsWith(".jar") && !name.startsWith("tiptoe-"))
          .sorted()
          .toList();
    }
  }
}
