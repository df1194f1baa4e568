// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The symbols of one module, from its symbol index. Thread-safe.
 *
 * @param problems receives the reason when the index turns out to be damaged; by any thread
 */
record OneIndex(SymbolIndex index, Consumer<String> problems) implements SymbolSource {

  @Override
  public Optional<ModuleSymbols> find(UUID mvid) {
    return index.mvid().filter(mvid::equals).map(own -> index);
  }

  @Override
  public Optional<ModuleSymbols> ofPdb(UUID guid) {
    return index.namesPdb(guid) ? Optional.of(index) : Optional.empty();
  }

  @Override
  public List<ModuleSymbols> named(String fileName) {
    return only(() -> index.isNamed(fileName));
  }

  @Override
  public List<ModuleSymbols> declaring(String type) {
    return only(() -> index.declares(type));
  }

  private List<ModuleSymbols> only(BooleanSupplier isWanted) {
    try {
      return isWanted.getAsBoolean() ? List.of(index) : List.of();
    } catch (MetadataFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return List.of();
    }
  }
}
