// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A command that runs with a small heap, whose peak of memory is measured. */
abstract class BoundsFixture {

  static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

  static final byte[] VOID = SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  @TempDir Path folder = Path.of("");

  Outcome run(int mebibytes, String... arguments) {
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + mebibytes + "m");
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    options.add(PeakMemory.class.getName());
    options.addAll(List.of(arguments));
    Outcome outcome = Child.java(options).outcome();
    assertTrue(!outcome.err().contains("internal error"), outcome::toString);
    List<String> printed = outcome.err().lines().toList();
    long kib = Long.parseLong(printed.get(printed.size() - 1));
    assertTrue(kib < 512 << 10, () -> kib + " KiB: " + outcome);
    String err =
        outcome.err().substring(0, outcome.err().lastIndexOf('\n', outcome.err().length() - 2) + 1);
    return new Outcome(outcome.status(), outcome.out(), err);
  }

  String written(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  static byte[] module() {
    return ImageBuilder.assembly("A", "1.0.0.0").build().bytes();
  }
}
