// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.command.UntrustedText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code UntrustedPathTest} share, which stand by kind. */
abstract class UntrustedPathFixture {

  static final String PATH = String.join("/", UntrustedText.FOLDERS);

  @TempDir Path folder = Path.of("");

  /**
   * The arguments of each command: below the folder PATH there is one thing of each kind. A command
   * that is not here is tried with a path that leads nowhere, if it takes one.
   */
  static Map<String, List<String>> lines() {
    Map<String, List<String>> lines = new LinkedHashMap<>(chosen());
    UntrustedTextTest.commands().stream()
        .filter(UntrustedTextTest::readsFiles)
        .forEach(command -> lines.putIfAbsent(command, List.of(nowhere(command))));
    return lines;
  }

  static String nowhere(String command) {
    return Stream.concat(Stream.of(command), UntrustedTextTest.required(command, "PATH/none"))
        .collect(Collectors.joining(" "));
  }

  private static Map<String, List<String>> chosen() {
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

  Outcome tiptoe(String line) {
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
  Outcome shell(String script) {
    return Child.of("/bin/bash", "-c", "P=" + UntrustedText.inBash(PATH) + "; " + script)
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
