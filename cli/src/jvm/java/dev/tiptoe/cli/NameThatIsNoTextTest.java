// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file whose name is bytes that are no text. */
class NameThatIsNoTextTest extends DamagedFolderFixture {

  /** To Linux a name is bytes. */
  @Test
  void file_whoseNameIsNoText_isReportedAndSilencesNoOther() throws Exception {
    List<List<String>> named = rows(names());
    String[] copy = {
      "sh", "-c", "cp \"$1/A.dll\" \"$1/$(printf 'B\\377.dll')\"", "sh", folder.toString()
    };
    assertEquals(0, new ProcessBuilder(copy).start().waitFor());
    Outcome outcome = names().expect(3);
    assertEquals(named, rows(outcome));
    assertTrue(outcome.err().endsWith("the name is not valid text\n"), outcome::err);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    try (Stream<Path> all = Files.list(folder)) {
      // JUnit cannot delete a file whose name is not valid text.
      for (Path file : all.filter(each -> !GOOD.contains(each.getFileName().toString())).toList()) {
        Files.delete(file);
      }
    }
  }
}
