// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, {@code ./tiptoe}, in a checkout of its own, run by a shell in the C locale. */
abstract class OutputFixture {

  static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  @TempDir Path folder = Path.of("");

  Path launcher = Path.of("");

  /**
   * The launcher, through a link, in a checkout that has been built: of the build, it needs one
   * jar, and looks whether the agent is there.
   */
  @BeforeEach
  void checkout() throws IOException {
    Path original = Files.copy(HOME.resolve("tiptoe"), folder.resolve("tiptoe"));
    Files.createDirectory(folder.resolve("src"));
    Files.copy(HOME.resolve("src/launcher.sh"), folder.resolve("src/launcher.sh"));
    launcher = Files.createSymbolicLink(folder.resolve("link"), original);
    Path agent = folder.resolve("native-bridge/target/cpp/agent/libtiptoe-agent.so");
    Files.createDirectories(agent.getParent());
    Files.createFile(agent);
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, Tiptoe.class.getName());
    main.put(
        Attributes.Name.CLASS_PATH,
        Child.classPath().stream()
            .map(entry -> entry.toUri().toString())
            .collect(Collectors.joining(" ")));
    Path jar = folder.resolve("cli/target/lib/tiptoe-cli.jar");
    Files.createDirectories(jar.getParent());
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  Outcome shell(String script) {
    // As a file in UTF-8: as an argument it would go through this JVM's locale.
    try {
      Path file = folder.resolve("script");
      Files.write(file, script.getBytes(StandardCharsets.UTF_8));
      return Child.of("/bin/bash", file.toString())
          .in(folder)
          .with(
              Map.of(
                  "PATH", "/usr/bin:/bin",
                  "JAVA_HOME", System.getProperty("java.home"),
                  "LC_ALL", "C",
                  "TIPTOE", launcher.toString(),
                  "HELLO", TestAssembly.HELLO.path().toString(),
                  "RUNTIME", TestRuntime.directory().toString()))
          .outcome();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
