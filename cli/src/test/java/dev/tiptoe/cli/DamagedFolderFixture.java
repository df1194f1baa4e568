// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code DamagedFolderTest} share, which stand by kind. */
abstract class DamagedFolderFixture {

  /** The second begins, the last ends the folder: nothing must go wrong before or after them. */
  static final List<String> GOOD = List.of("Fleet.dll", "A.dll", "Z.dll");

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void goodFiles() throws IOException {
    ImageBuilder fleet = ImageBuilder.assembly("Fleet", "1.0.0.0");
    fleet.typeDef("Sea", "Ship");
    Files.write(folder.resolve("Fleet.dll"), fleet.build().bytes());
    for (String name : List.of("A", "Z")) {
      ImageBuilder harbour = ImageBuilder.assembly(name, "1.0.0.0");
      harbour.typeRef(harbour.assemblyRef("Fleet", "1.0.0.0"), "Sea", "Ship");
      harbour.typeRef(harbour.assemblyRef("Gone", "1.0.0.0"), "Sea", "Serpent");
      harbour.typeDef("Sea", name);
      harbour.method("sail", (byte) 0x00, (byte) 0x00, (byte) 0x01);
      Files.write(folder.resolve(name + ".dll"), harbour.build().bytes());
    }
  }

  List<List<String>> rows(Outcome outcome) {
    assertFalse(outcome.err().contains("internal error"), outcome::err);
    return outcome.rows().stream().filter(row -> GOOD.contains(row.get(0))).toList();
  }

  Outcome names() {
    return TiptoeRun.tiptoe("names", folder.toString(), "--tsv");
  }
}
