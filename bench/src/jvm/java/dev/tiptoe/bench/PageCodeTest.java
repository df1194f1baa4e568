// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.testdata.TestAssembly;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs on the pages compile, and print what the pages say. */
class PageCodeTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));

  /** A program, and what stands behind it up to the next heading. */
  private static final Pattern PROGRAM =
      Pattern.compile("(?s)```java\\n(.*?)\\n```\\n(.*?)(?=\\n#|\\n```java|\\z)");

  private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?final class (\\w+)");
  private static final Pattern OUTPUT = Pattern.compile("(?s)```\\n(.*?)```");

  @TempDir private Path folder = Path.of("");
  private final List<Program> programs = new ArrayList<>();

  /**
   * A program of a page.
   *
   * @param name its class
   * @param source its source
   * @param behind the text behind it
   */
  private record Program(String name, String source, String behind) {}

  @BeforeEach
  void readPages() throws IOException {
    try (Stream<Path> all = Files.walk(HOME.resolve("src/site"))) {
      for (Path page :
          Stream.concat(Stream.of(HOME.resolve("README.md")), all)
              .filter(file -> file.toString().endsWith(".md"))
              .toList()) {
        PROGRAM
            .matcher(Files.readString(page))
            .results()
            .map(PageCodeTest::program)
            // Those for Spark are compiled and run where Spark is.
            .filter(program -> !program.source().contains("import org.apache.spark."))
            .forEach(programs::add);
      }
    }
    assertTrue(programs.size() >= 9, programs::toString);
  }

  private static Program program(MatchResult match) {
    String source = match.group(1);
    String name =
        CLASS.matcher(source).results().findFirst().map(found -> found.group(1)).orElseThrow();
    return new Program(name, source, match.group(2));
  }

  private void compile() throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("-Xlint:all,-processing,-path", "-Werror", "-proc:none", "--release", "17"));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-d", folder.toString()));
    for (Program program : programs) {
      Path file = folder.resolve(program.name() + ".java");
      Files.writeString(file, program.source());
      arguments.add(file.toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var said = new ByteArrayOutputStream();
    int status = compiler.run(null, said, said, arguments.toArray(String[]::new));
    assertEquals(0, status, () -> said.toString(StandardCharsets.UTF_8));
  }

  private String run(String name, String... arguments) throws Exception {
    PrintStream before = System.out;
    var out = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private String shown(String name) {
    String behind =
        programs.stream()
            .filter(program -> program.name().equals(name))
            .findFirst()
            .orElseThrow()
            .behind();
    return OUTPUT.matcher(behind).results().findFirst().orElseThrow().group(1);
  }

  @Test
  void programs_ofThePages_compileAndPrintWhatThePagesSay() throws Exception {
    compile();
    for (String name :
        List.of(
            "SmallestProgram", "EmbedInAProfiler", "FactsInSteps", "Unloads", "ForgetHistory")) {
      assertEquals(shown(name), run(name));
    }
    assertEquals(shown("TypeByName"), run("TypeByName", TestAssembly.DEMO.path().toString()));
    assertEquals(
        shown("FrameOfAStack"), run("FrameOfAStack", TestAssembly.WRITTEN.path().toString()));
    assertEquals(shown("HandOver"), run("HandOver", folder.toString()));
    assertEquals(
        "0x02000006 Crane\n",
        run("NamesOfTokens", TestAssembly.DEMO.path().toString(), "0x02000006"));
    assertEquals(
        shown("SymbolizeAFrame"),
        run("SymbolizeAFrame", TestAssembly.TRACES.path().toString(), "0x06000068", "0x2a"));
    assertEquals(
        shown("MethodsAsWritten"),
        run(
            "MethodsAsWritten",
            TestAssembly.WRITTEN.path().toString(),
            "0x06000088",
            "0x060000cd"));
    Path stacks =
        Files.writeString(
            folder.resolve("stacks"), "main;Shop.Main;Shop.Buy 5\nmain;Shop.Main 12\n");
    assertEquals(shown("QueryWithSql"), run("QueryWithSql", folder.toString(), stacks.toString()));
    assertEquals(
        shown("ServeAStream"), run("ServeAStream", folder.toString(), "grpc://127.0.0.1:4317"));
    Path profile = Files.write(folder.resolve("profile"), profile());
    Path result = folder.resolve("result");
    assertEquals(
        shown("SymbolizeAProfile"),
        run(
            "SymbolizeAProfile",
            profile.toString(),
            result.toString(),
            TestAssembly.WRITTEN.path().toString()));
    assertTrue(
        ProfilesData.parseFrom(Files.readAllBytes(result))
            .getDictionary()
            .getStringTableList()
            .contains("Shop.Buy(int) → lambda → lambda"));
  }

  /** A profile with two frames of Written.dll, a stub of it, another module's and a native one. */
  private static byte[] profile() throws IOException {
    String mvid = Image.open(TestAssembly.WRITTEN.path()).mvid().orElseThrow().toString();
    ProfilesDictionary.Builder dictionary =
        ProfilesDictionary.newBuilder()
            .addAllStringTable(
                List.of("", "profile.frame.type", "process.executable.build_id.gnu", "Written.dll"))
            .addAttributeTable(KeyValueAndUnit.getDefaultInstance())
            .addAttributeTable(attribute(1, "dotnet"))
            .addAttributeTable(attribute(2, mvid))
            .addAttributeTable(attribute(2, new UUID(1, 2).toString()))
            .addMappingTable(Mapping.getDefaultInstance())
            .addMappingTable(Mapping.newBuilder().setFilenameStrindex(3).addAttributeIndices(2))
            .addMappingTable(Mapping.newBuilder().addAttributeIndices(3))
            .addLocationTable(Location.getDefaultInstance())
            .addLocationTable(Location.newBuilder().setAddress(0x1234));
    long[][] frames = {
      {1, DotnetAddress.of(0x88, 5)},
      {1, DotnetAddress.of(0x88, 0)},
      {1, 0},
      {2, DotnetAddress.of(1, 0)},
    };
    for (long[] frame : frames) {
      dictionary.addLocationTable(
          Location.newBuilder()
              .setMappingIndex((int) frame[0])
              .setAddress(frame[1])
              .addAttributeIndices(1));
    }
    return ProfilesData.newBuilder().setDictionary(dictionary).build().toByteArray();
  }

  private static KeyValueAndUnit attribute(int key, String value) {
    return KeyValueAndUnit.newBuilder()
        .setKeyStrindex(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }
}
