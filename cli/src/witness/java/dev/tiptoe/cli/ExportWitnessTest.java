// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-1")
class ExportWitnessTest extends ExportCommandFixture {

  @Test
  void file_withoutAName_hasThatOfTheInputAndAFreeNumber() throws IOException {
    Files.copy(trace(), folder.resolve("a.pb.tiptoe"));
    String expected = "";
    for (String name : List.of("a.collapsed.txt", "a-2.collapsed.txt", "a-3.collapsed.txt")) {
      expected += "tiptoe: " + name + ": 1 sample in 1 distinct stack, wall-clock time\n";
    }
    String written = "";
    for (int i = 0; i < 3; i++) {
      written +=
          Child.tiptoe("export", "a.pb.tiptoe", "--to", "collapsed")
              .in(folder)
              .outcome()
              .expect(ExitCode.OK)
              .err();
    }
    assertEquals(expected, written);
    for (String name : List.of("a.html", "a-2.html")) {
      Outcome viewed = Child.tiptoe("view", "a.pb.tiptoe", "--no-open").in(folder).outcome();
      assertEquals(name + "\n", viewed.expect(ExitCode.OK).out());
    }
  }
}
