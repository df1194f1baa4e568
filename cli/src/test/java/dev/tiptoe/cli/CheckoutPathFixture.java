// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A checkout with all classes in it, whose path is chosen by a test. */
abstract class CheckoutPathFixture {

  static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  @TempDir Path folder = Path.of("");

  /** With all classes in it, since where a class is loaded from matters. */
  @BeforeEach
  void checkout() throws IOException {
    Path home = folder.resolve("checkout");
    Path lib = Files.createDirectories(home.resolve("cli/target/lib"));
    for (String file : List.of("tiptoe", "src/launcher.sh", "demo/Demo/Demo.dll")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.copy(HOME.resolve(file), home.resolve(file));
    }
    for (String built : List.of("agent/libtiptoe-agent.so", "host/tiptoe-host")) {
      Path file = home.resolve("native-bridge/target/cpp").resolve(built);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    List<String> names = new ArrayList<>();
    for (Path entry : Child.classPath()) {
      if (!entry.endsWith("test-classes")) {
        String name = names.size() + ".jar";
        copy(entry, lib.resolve(name));
        names.add(name);
      }
    }
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, Tiptoe.class.getName());
    main.put(Attributes.Name.CLASS_PATH, String.join(" ", names));
    new JarOutputStream(Files.newOutputStream(lib.resolve("tiptoe-cli.jar")), manifest).close();
  }

  /** A jar, or one of the classes in a folder: Java makes archives of classes in jars only. */
  static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      Files.copy(from, to);
      return;
    }
    try (Stream<Path> all = Files.walk(from);
        JarOutputStream jar = new JarOutputStream(Files.newOutputStream(to))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(from.relativize(file).toString()));
        Files.copy(file, jar);
      }
    }
  }

  static String named() {
    return TiptoeRun.tiptoe("names", TestAssembly.HELLO.path().toString(), "--tsv").expect(0).out();
  }

  /** Runs a script with the checkout at a path, which is in the variable HERE. */
  Outcome in(String path, String script) {
    String move = "[ -d \"$HERE\" ] || { mkdir -p \"${HERE%/*}\" && mv checkout \"$HERE\"; } && ";
    return Child.of(
            "/bin/bash", "-c", "HERE=$PWD/" + UntrustedText.inBash(path) + "; " + move + script)
        .in(folder)
        .with(
            Map.of(
                "PATH",
                "/usr/bin:/bin",
                "JAVA_HOME",
                System.getProperty("java.home"),
                "LC_ALL",
                "C.UTF-8",
                "HELLO",
                TestAssembly.HELLO.path().toString()))
        .outcome();
  }
}
