// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command that takes a path, with one that is made of what must not reach a terminal: of
 * something that is there, and of something that is not.
 */
@Tag("clr")
class UntrustedPathTest {

  private static final String PATH = String.join("/", UntrustedText.FOLDERS);

  private static final String ESCAPED =
      UntrustedText.FOLDERS.stream().map(UntrustedText::escaped).collect(Collectors.joining("/"));

  /** Those that take none and find none, or only below the folder that they are installed in. */
  private static final List<String> WITHOUT_PATHS =
      List.of("ps", "status", "sample", "heap", "flush", "detach", "top");

  @TempDir private Path folder = Path.of("");

  /** The arguments of each command: below the folder PATH there is one thing of each kind. */
  private static Map<String, List<String>> lines() {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    for (String command : List.of("stacks", "ids")) {
      lines.put(
          command,
          List.of(
              command + " PATH/cut.tiptoe --tsv", command + " PATH/a.dll", command + " PATH/none"));
    }
    String lookup = " --module none --token 0x02000002";
    lines.put("lookup", List.of("lookup PATH/a.tiptoe" + lookup, "lookup PATH/none" + lookup));
    lines.put("fields", List.of("fields PATH/a.tiptoe 0x999", "fields PATH/none 0x400"));
    lines.put(
        "export",
        List.of("export PATH/a.dll --to pprof --out PATH/x", "export PATH/none --to collapsed"));
    lines.put("view", List.of("view PATH/a.dll --no-open --out PATH/x.html", "view PATH/none"));
    lines.put(
        "index",
        List.of("index PATH/none --out PATH/indexes", "index PATH/a.dll --tsv --out PATH/indexes"));
    lines.put("symbolize", List.of("symbolize PATH/none", "symbolize --symbols PATH/none"));
    lines.put(
        "names",
        List.of(
            "names PATH/a.dll",
            "names PATH/a.dll --tsv",
            "names . --tsv",
            "names PATH/a.tiptoe",
            "names PATH/bundle",
            "names PATH/bundle!PATH/a.dll",
            "names PATH/bundle!PATH/a.dll --tsv",
            "names PATH/bundle!PATH/none",
            "names PATH/none"));
    lines.put(
        "sql",
        List.of(
            "sql SELECT/**/1 --index PATH/none",
            "sql FROM/**/profile('PATH/none')",
            "sql FROM/**/profile('PATH/a.dll')"));
    lines.put(
        "serve",
        List.of(
            "serve --to grpc://127.0.0.1:1 --index PATH/none",
            "serve --to grpc://127.0.0.1:1 --index . --token-file PATH/none",
            "serve --to grpc://127.0.0.1:1 --index . --otlp 127.0.0.1:0 --admin 127.0.0.1:0"
                + " --tls-cert PATH/none --tls-key PATH/a.dll",
            "serve --to grpc://127.0.0.1:1 --index . --otlp 127.0.0.1:0 --admin 127.0.0.1:0"
                + " --dead-letters PATH/a.dll"));
    lines.put("refs", List.of("refs PATH/a.dll", "refs PATH/none"));
    lines.put(
        "dump",
        List.of("dump PATH/a.dll", "dump PATH/a.dll --json", "dump PATH/none --table 0x02"));
    lines.put(
        "record",
        List.of(
            "record --out PATH/x -- PATH/none",
            "record --out PATH/a.dll -- /bin/true",
            "record --out PATH/link -- /bin/true",
            "record --out PATH/none/x -- /bin/true",
            "record --out PATH/x -- /bin/true"));
    lines.put("attach", List.of("attach 999999999 --out=PATH/none --sample-every PATH"));
    lines.put("demo", List.of("demo --out PATH/a.dll", "demo --out PATH/none/x"));
    lines.put("runtime", List.of("runtime"));
    return lines;
  }

  static Stream<String> commandsWithPaths() {
    return lines().keySet().stream();
  }

  @Test
  void commands_thatAreNotTried_thereAreNone() {
    List<String> tried = new ArrayList<>(lines().keySet());
    tried.addAll(WITHOUT_PATHS);
    assertEquals(new TreeSet<>(UntrustedTextTest.commands()), new TreeSet<>(tried));
  }

  /** Made by a shell: this JVM may be in a locale where it cannot name such a file itself. */
  @BeforeEach
  void makeFiles() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    image.typeDef("N", "C");
    image.method("M", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    image.typeRef(image.assemblyRef("B", "1.0.0.0"), "N", "T");
    Path dll = Files.write(folder.resolve("a.dll"), image.build().bytes());
    byte[] trace = TraceOf.text("a", dll);
    Files.write(folder.resolve("a.tiptoe"), trace);
    Files.write(folder.resolve("cut.tiptoe"), Arrays.copyOf(trace, trace.length - 1));
    byte[] member = image.build().bytes();
    Files.write(
        folder.resolve("bundle"),
        new BundleBuilder(6, (byte) 0x7f, (byte) 'E', (byte) 'L', (byte) 'F')
            .member(PATH + "/a.dll", BundleBuilder.ASSEMBLY, member)
            .build());
    Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
    Path runtime = folder.resolve("shared/Microsoft.NETCore.App/9.9.9");
    Files.createDirectories(runtime);
    Files.createFile(runtime.resolve("libcoreclr.so"));
    Path dotnet = Files.createFile(folder.resolve("dotnet"));
    assertTrue(dotnet.toFile().setExecutable(true));
    shell("mkdir -p \"$P\" && mv a.* cut.tiptoe bundle link shared dotnet \"$P\"").expect(0);
  }

  @Tag("witness")
  @ParameterizedTest
  @MethodSource("commandsWithPaths")
  void path_ofSuchText_isEscaped(String command) throws IOException {
    for (String line : lines().getOrDefault(command, List.of())) {
      Outcome outcome = tiptoe(line);
      UntrustedText.assertAbsent("tiptoe", outcome, line.contains("--tsv"));
      String said = outcome.out() + outcome.err();
      assertTrue(said.replace("\\b", "\\u0008").replace("\\f", "\\u000c").contains(ESCAPED), said);
      assertTrue(outcome.err().lines().count() <= 1, outcome::err);
      assertFalse(outcome.err().contains("null"), outcome::err);
    }
  }

  private Outcome tiptoe(String line) {
    String words =
        Stream.of(line.split(" ", -1))
            .map(word -> "\"" + word.replace("PATH", "$P") + "\"")
            .collect(Collectors.joining(" "));
    String java =
        "\"$JAVA\" -Xlog:disable -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED"
            + " \"-Dtiptoe.home=$HOME\" ";
    return shell("DOTNET_ROOT=\"$P\" " + java + Tiptoe.class.getName() + " " + words);
  }

  /** The path is in the variable P. */
  private Outcome shell(String script) {
    return Child.of("/bin/bash", "-c", "P=" + Child.quoted(PATH) + "; " + script)
        .in(folder)
        .with(
            Map.of(
                "PATH", "/usr/bin:/bin",
                "LC_ALL", "C.UTF-8",
                "HOME", System.getProperty("tiptoe.home"),
                "JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "CLASSPATH", System.getProperty("java.class.path")))
        .outcome();
  }
}
