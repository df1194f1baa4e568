// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.Modules;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a release publishes, and programs that depend on it. */
@Tag("quarter-3")
class ReleaseTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path GOLDEN = HOME.resolve("trace/src/test/resources/golden.tiptoe");

  private static final List<String> MODULES =
      Modules.published().stream()
          .map(Path::of)
          .map(Path::getFileName)
          .map(Path::toString)
          .toList();

  @TempDir private static Path folder = Path.of("");
  private static Release release = new Release(Path.of(""), Path.of(""));

  @BeforeAll
  static void buildRelease() throws IOException {
    release = Release.build(Files.createDirectory(folder.resolve("a")));
  }

  @Test
  void artifacts_ofEachModule_areItsJarsItsPomAndItsSbom() throws IOException {
    Set<String> expected = new TreeSet<>();
    String version = release.version();
    for (String module : MODULES) {
      for (String end :
          List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", ".pom")) {
        expected.add("tiptoe-%1$s/%2$s/tiptoe-%1$s-%2$s%3$s".formatted(module, version, end));
      }
    }
    expected.add("tiptoe-bom/%1$s/tiptoe-bom-%1$s.pom".formatted(version));
    expected.add("tiptoe/%1$s/tiptoe-%1$s.pom".formatted(version));
    expected.add("tiptoe/%1$s/tiptoe-%1$s-cyclonedx.json".formatted(version));
    expected.add("tiptoe-%s-linux-x64.tar.gz".formatted(version));
    expected.add("tiptoe-serve-%s.tar.gz".formatted(version));
    assertEquals(expected, release.published().keySet());
  }

  @Test
  void jar_ofEachModule_hasLicenceAndNotice() throws IOException {
    int jars = 0;
    for (Path file : release.published().values()) {
      if (file.toString().endsWith(".jar")) {
        jars++;
        try (JarFile jar = new JarFile(file.toFile())) {
          for (String name : List.of("LICENSE", "NOTICE")) {
            var entry = jar.getEntry("META-INF/" + name);
            assertTrue(entry != null, file + ": " + name);
            assertEquals(
                Files.readString(HOME.resolve(name)),
                new String(
                    jar.getInputStream(entry).readAllBytes(),
                    java.nio.charset.StandardCharsets.UTF_8));
          }
        }
      }
    }
    assertEquals(3 * MODULES.size(), jars);
  }

  @Test
  void secondBuild_inAnotherFolder_isTheSameByteForByte() throws IOException {
    Release again =
        Release.build(Files.createDirectories(folder.resolve("another folder/of another length")));
    List<String> different = new ArrayList<>();
    Map<String, Path> published = again.published();
    release
        .published()
        .forEach(
            (name, file) -> {
              if (mismatch(file, published.getOrDefault(name, GOLDEN)) >= 0) {
                different.add(name);
              }
            });
    assertEquals(List.of(), different);
  }

  private static long mismatch(Path one, Path other) {
    try {
      return Files.mismatch(one, other);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void consumer_onTheClassPath_runs() throws IOException {
    Path built = consumer("classpath");
    Outcome outcome =
        java(built, "-cp", "target/classes" + File.pathSeparator + "target/lib/*", "consumer.Main");
    outcome.expect(0);
    saysWhatItShould(outcome);
  }

  @Test
  void consumer_onTheModulePath_runs() throws IOException {
    Path built = consumer("modulepath");
    Outcome outcome = java(built, "-p", modulePath(), "-m", "consumer/consumer.Main");
    saysWhatItShould(outcome.expect(0));
  }

  @Test
  void consumer_linkedIntoAnImageOfJava_runs() throws IOException {
    Path built = consumer("modulepath");
    link(built, "consumer").expect(0);
    String java = built.resolve("image/bin/java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-m", "consumer/consumer.Main"));
    command.addAll(arguments());
    saysWhatItShould(Started.in(built, Map.of(), command).expect(0));
  }

  /** What needs an automatic module cannot be linked, by a rule of Java's; nothing else refuses. */
  @Test
  void libraries_withoutAutomaticModules_canBeLinked() throws IOException {
    Path built = consumer("classpath");
    Set<String> linked = new TreeSet<>(linkable(built.resolve("target/lib")));
    assertTrue(
        linked.containsAll(
            Set.of(
                "dev.tiptoe.metadata",
                "dev.tiptoe.symbols",
                "dev.tiptoe.nativesymbols",
                "dev.tiptoe.stores",
                "dev.tiptoe.resolver",
                "dev.tiptoe.trace",
                "dev.tiptoe.profile",
                "dev.tiptoe.bridge")),
        linked::toString);
    // It is optional for the bridge: who only reads traces can do without.
    linked.add("com.sun.jna");
    link(built, String.join(",", linked)).expect(0);
  }

  private static List<String> linkable(Path lib) {
    ModuleFinder finder = ModuleFinder.of(lib);
    return finder.findAll().stream()
        .map(module -> module.descriptor().name())
        .filter(name -> name.startsWith("dev.tiptoe."))
        .filter(name -> needsNothingAutomatic(name, finder))
        .toList();
  }

  private static boolean needsNothingAutomatic(String module, ModuleFinder finder) {
    return ModuleLayer.boot()
        .configuration()
        .resolve(finder, ModuleFinder.of(), Set.of(module))
        .modules()
        .stream()
        .noneMatch(resolved -> resolved.reference().descriptor().isAutomatic());
  }

  private static Outcome link(Path built, String modules) {
    return Started.jdk(
        built,
        "jlink",
        List.of("--module-path", modulePath(), "--add-modules", modules, "--output", "image"));
  }

  private static String modulePath() {
    return "target/classes" + File.pathSeparator + "target/lib";
  }

  /** Builds a copy of one of the consumers, against what was installed, and nothing else. */
  private static Path consumer(String name) throws IOException {
    Path copy = Files.createTempDirectory(folder, name);
    Path original = HOME.resolve("dist/src/it").resolve(name);
    try (var files = Files.walk(original)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = copy.resolve(original.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    release
        .maven(copy, List.of("process-classes", "-Dtiptoe.version=" + release.version()))
        .expect(0);
    return copy;
  }

  private static Outcome java(Path built, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(arguments());
    return Started.jdk(built, "java", arguments);
  }

  private static List<String> arguments() {
    return List.of(TestAssembly.HELLO.path().toString(), GOLDEN.toString());
  }

  private static void saysWhatItShould(Outcome outcome) {
    List<String> lines = outcome.lines();
    assertEquals("Hello.Main(string[])", lines.get(0));
    assertTrue(lines.get(1).matches("[1-9]\\d* modules"), lines.get(1));
    assertTrue(lines.get(2).matches("[0-9a-f]{64}"), lines.get(2));
  }

  @Test
  void distribution_unpackedInAnEmptyPlace_recordsAProgram() throws IOException {
    Unpacked unpacked =
        Unpacked.of(release.distribution(), Files.createDirectory(folder.resolve("unpacked")));
    assertEquals(
        "tiptoe " + release.version() + "\n", unpacked.tiptoe("--version").expect(0).out());
    unpacked.fetchRuntime();
    Path program = unpacked.home().resolve("demo/Demo/Demo.dll");
    unpacked.tiptoe("record", "--out", "a.tiptoe", "--", program.toString(), "1").expect(0);
    String stacks = unpacked.tiptoe("stacks", "a.tiptoe", "--lines").expect(0).out();
    assertTrue(stacks.contains("Tiptoe.Demo."), stacks);
    String demo = unpacked.tiptoe("demo", "--for", "1s").expect(0).out();
    assertTrue(demo.contains("Reverse lookups"), demo);
  }

  /** What only the server needs is in its own distribution. */
  @Test
  void distribution_bringsNothingOfTheServer() throws IOException {
    Path place = Files.createDirectory(folder.resolve("lean"));
    Unpacked tiptoe = Unpacked.of(release.distribution(), place);
    Unpacked serve =
        Unpacked.of(release.serveDistribution(), Files.createDirectory(folder.resolve("whole")));
    List<String> jars = tiptoe.jarsOfOthers();
    assertTrue(
        jars.stream().noneMatch(jar -> jar.matches("(grpc|netty|prometheus|protobuf|guava)-.*")),
        jars::toString);
    assertTrue(jars.size() <= 14, jars::toString);
    assertTrue(serve.jarsOfOthers().containsAll(jars), jars::toString);
    assertTrue(serve.jarsOfOthers().size() > jars.size() + 20, jars::toString);
    String sbom = Files.readString(tiptoe.home().resolve("sbom.json"));
    assertFalse(sbom.contains("grpc"), "the list of dependencies has gRPC");
    assertTrue(Files.readString(serve.home().resolve("sbom.json")).contains("pkg:maven/io.grpc/"));
    for (String file :
        List.of(
            "share/man/man1/tiptoe-serve.1",
            "share/bash-completion/completions/tiptoe-serve",
            "share/doc/tiptoe-serve/serve-a-stream.md",
            "deploy/Containerfile",
            "licenses/protobuf-java.txt",
            "README.md",
            "LICENSE",
            "NOTICE")) {
      assertTrue(Files.size(serve.home().resolve(file)) > 0, file);
    }
  }

  /** Beside the command, on the PATH, or nowhere. */
  @Test
  void serve_ofTheCommand_startsTheProgramWhereItIs() throws IOException {
    Unpacked tiptoe =
        Unpacked.of(release.distribution(), Files.createDirectory(folder.resolve("with")));
    Unpacked serve =
        Unpacked.of(release.serveDistribution(), Files.createDirectory(folder.resolve("server")));
    String[] wrong = {"serve", "--to", "x:1", "--index", "."};
    String mistake =
        "tiptoe-serve: 'x:1' is not an address (grpc://HOST:PORT, grpcs:, http:, https:)"
            + " (see tiptoe-serve --help)\n";
    Outcome nowhere = tiptoe.tiptoe(wrong).expect(127);
    assertEquals("", nowhere.out());
    assertTrue(nowhere.err().contains("tiptoe-serve-VERSION.tar.gz has it"), nowhere.err());
    assertEquals(1, nowhere.err().lines().count());
    String path = serve.home().resolve("bin") + File.pathSeparator + tiptoe.tools();
    assertEquals(mistake, tiptoe.run("tiptoe", path, wrong).expect(2).err());
    // Both archives, unpacked into one folder.
    copy(serve.home(), tiptoe.home());
    assertEquals(mistake, tiptoe.tiptoe(wrong).expect(2).err());
    assertEquals(
        "tiptoe-serve " + release.version() + "\n",
        tiptoe.tiptoe("serve", "--version").expect(0).out());
    assertEquals("tiptoe " + release.version() + "\n", tiptoe.tiptoe("--version").expect(0).out());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(
            file, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Test
  void distribution_hasPagesAndCompletionOfEveryCommand() throws IOException {
    Unpacked unpacked =
        Unpacked.of(release.distribution(), Files.createDirectory(folder.resolve("pages")));
    for (String file :
        List.of(
            "share/man/man1/tiptoe.1",
            "share/man/man1/tiptoe-record.1",
            "share/bash-completion/completions/tiptoe",
            "lib/libtiptoe-agent.so",
            "sbom.json",
            "LICENSE",
            "NOTICE")) {
      assertTrue(Files.size(unpacked.home().resolve(file)) > 0, file);
    }
    Map<String, String> environment = new HashMap<>(System.getenv());
    Outcome completed =
        Started.in(
            unpacked.home(),
            environment,
            List.of(
                "bash",
                "-c",
                ". share/bash-completion/completions/tiptoe; COMP_WORDS=(tiptoe rec); COMP_CWORD=1;"
                    + " COMP_LINE='tiptoe rec'; _complete_tiptoe; echo \"${COMPREPLY[@]}\""));
    assertEquals("record", completed.expect(0).out().strip());
  }
}
