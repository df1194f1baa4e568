// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code RefsCommandTest} share, which stand by kind. */
abstract class RefsCommandFixture {

  @TempDir Path folder = Path.of("");

  /** A harbour refers to two types; the fleet defines one. */
  @BeforeEach
  void harbourAndFleet() throws IOException {
    ImageBuilder harbour = ImageBuilder.assembly("Harbour", "1.0.0.0");
    int fleet = harbour.assemblyRef("Fleet", "1.0.0.0");
    harbour.typeRef(fleet, "Sea", "Ship");
    harbour.typeRef(fleet, "Sea", "Serpent");
    write("Harbour.dll", harbour);
    write("Fleet.dll", fleet());
  }

  static ImageBuilder fleet() {
    ImageBuilder fleet = ImageBuilder.assembly("Fleet", "1.0.0.0");
    fleet.typeDef("Sea", "Ship");
    return fleet;
  }

  void write(String name, ImageBuilder image) throws IOException {
    Files.write(folder.resolve(name), image.build().bytes());
  }
}
