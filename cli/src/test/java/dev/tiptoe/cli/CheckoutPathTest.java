// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, {@code ./tiptoe}, of a checkout whose path has in it what means something. */
@Tag("clr")
class CheckoutPathTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  @TempDir private Path folder = Path.of("");

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
  private static void copy(Path from, Path to) throws IOException {
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

  /** Java would take the jar's path for two. */
  @Test
  void checkout_withAColonInItsPath_runs() {
    runs("a:b/c:");
  }

  @Test
  void checkout_withWhatMeansSomethingInItsPath_runs() {
    runs("-a b/%20%#?!&;*$x'\"\\/Grüße");
  }

  @Test
  void checkout_withAColonInItsPath_isNotBuilt() {
    Outcome outcome =
        in("a:b", "rm \"$HERE/cli/target/lib/tiptoe-cli.jar\" && \"$HERE/tiptoe\" --version");
    assertTrue(outcome.expect(125).err().contains("cannot be built in " + folder + "/a:b: "));
    assertEquals(1, outcome.err().lines().count());
  }

  @Tag("witness")
  @Test
  void checkout_withAColonInItsPath_runsThroughALink() {
    Outcome outcome = in("a:b", "ln -s \"$HERE\" link && link/tiptoe names \"$HELLO\" --tsv");
    assertEquals(named(), outcome.expect(0).expectSilence().out());
  }

  /** The first time makes the archive of classes where there can be one, the second uses it. */
  private void runs(String path) {
    for (int i = 0; i < 2; i++) {
      Outcome outcome = in(path, "\"$HERE/tiptoe\" names \"$HELLO\" --tsv");
      assertEquals(named(), outcome.expect(0).expectSilence().out());
    }
    Outcome relative = in(path, "cd \"$HERE/cli\" && ../tiptoe names \"$HELLO\" --tsv");
    assertEquals(named(), relative.expect(0).expectSilence().out());
    List<String> archives =
        in(path, "find \"$HERE/cli/target/lib\" -name '*.jsa' -size +0").lines();
    assertEquals(path.contains(":") ? 0 : 1, archives.size(), archives::toString);
  }

  private static String named() {
    return TiptoeRun.tiptoe("names", TestAssembly.HELLO.path().toString(), "--tsv").expect(0).out();
  }

  /** Runs a script with the checkout at a path, which is in the variable HERE. */
  private Outcome in(String path, String script) {
    String move = "[ -d \"$HERE\" ] || { mkdir -p \"${HERE%/*}\" && mv checkout \"$HERE\"; } && ";
    return Child.of("/bin/bash", "-c", "HERE=$PWD/" + Child.quoted(path) + "; " + move + script)
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
