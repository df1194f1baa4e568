// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OtlpWorkTest {

  /** The symbols of one module. */
  private record OneModule(ModuleSymbols module) implements SymbolSource {
    @Override
    public Optional<ModuleSymbols> find(UUID mvid) {
      return Optional.of(module).filter(found -> found.mvid().equals(Optional.of(mvid)));
    }

    @Override
    public List<ModuleSymbols> named(String fileName) {
      return List.of();
    }

    @Override
    public List<ModuleSymbols> declaring(String type) {
      return List.of();
    }
  }

  @Test
  void sides_ofTheWork_writeTheSameBytes() throws IOException {
    Image image = Image.open(TestAssembly.WRITTEN.path());
    ModuleSymbols module = ImageSymbols.of(image, PortablePdb.of(image));
    OtlpWork work = new OtlpWork(Symbols.of(new OneModule(module)), List.of(module), 5000);
    Timing ours = work.ours();
    assertTrue(ours.agrees(work.peer()));
    assertEquals(5000, ours.count());
    assertTrue(ours.spent() > work.size());
  }
}
