// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion in a real zsh, which {@code testdata/zsh/build} fetches. */
@Tag("quarter-4")
@Tag("zsh")
class ZshTest {

  private static final Path HOME = Path.of(System.getProperty("tiptoe.home"));
  private static final Path ZSH = HOME.resolve("testdata/zsh/target/root");

  @TempDir private Path folder = Path.of("");

  /** Here {@code >} stands for the tabulator. */
  @ParameterizedTest
  @CsvSource({
    "tiptoe exp>, tiptoe export",
    "tiptoe export a.tiptoe --to speeds>, tiptoe export a.tiptoe --to speedscope",
    "tiptoe export --no-p>, tiptoe export --no-paths",
    "tiptoe record --snapshot-at ClassLoadF>, tiptoe record --snapshot-at ClassLoadFinished",
    "tiptoe help sym>, tiptoe help symbolize",
    "tiptoe view some-f>, tiptoe view some-file"
  })
  void keys_withTheTabulator_makeTheWholeWord(String keys, String line)
      throws IOException, InterruptedException {
    assertTrue(Files.isExecutable(ZSH.resolve("bin/zsh")), "run testdata/zsh/build");
    CommandPages.TIPTOE.write(folder.resolve("share"), "1.2");
    Path home = Files.createDirectory(folder.resolve("home"));
    Files.createFile(home.resolve("some-file"));
    Path out = folder.resolve("out");
    Process zsh =
        new ProcessBuilder(
                List.of(
                    ZSH.resolve("bin/zsh").toString(),
                    "-f",
                    HOME.resolve("testdata/zsh/complete.zsh").toString(),
                    ZSH.toString(),
                    folder.resolve("share/bash-completion/completions/tiptoe").toString(),
                    home.toString(),
                    keys.replace('>', '\t')))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    int status = zsh.waitFor();
    String seen = Files.readString(out);
    assertTrue(
        status == 0 && seen.lines().anyMatch(it -> it.strip().equals("TYPED " + line)),
        status + " " + seen);
  }
}
