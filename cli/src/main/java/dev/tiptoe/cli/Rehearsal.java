// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.Installation;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that does what the commands begin with, on files of the checkout, for a Java that keeps
 * an archive of the classes it needed: see the launcher.
 *
 * <p>What comes of it is of no interest, nor is whether the files are there.
 */
final class Rehearsal {

  private Rehearsal() {}

  /** Runs the commands, one after the other. */
  public static void main(String[] arguments) {
    Path home = Installation.current().home();
    String assembly = home.resolve("testdata/assemblies/Demo/Demo.dll").toString();
    String trace = home.resolve("trace/src/test/resources/golden.tiptoe").toString();
    List<List<String>> commands =
        List.of(
            List.of("names", assembly),
            List.of("names", assembly, "--tokens", "0x06000001", "--tsv"),
            List.of("refs", Path.of(assembly).resolveSibling("").toString(), "--tsv"),
            List.of("dump", assembly),
            List.of("ids", trace, "--tsv"),
            List.of("stacks", trace, "--tsv"),
            List.of("lookup", trace, "--module", "Demo.dll", "--token", "0x02000002"),
            List.of("runtime"),
            List.of("record", "--help"));
    for (List<String> command : commands) {
      Tiptoe.run(
          command.toArray(String[]::new),
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          OutputStream.nullOutputStream());
    }
  }
}
