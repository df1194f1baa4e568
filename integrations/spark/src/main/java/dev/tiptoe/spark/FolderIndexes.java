// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** The indexes in a folder of this machine, which are mapped. Thread-safe. */
record FolderIndexes(SharedIndexFolder folder) implements IndexFiles {

  @Override
  public Optional<SymbolIndex> find(UUID mvid) {
    int module = folder.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
    return module == IndexFolder.NONE
        ? Optional.empty()
        : Optional.of(folder.indexes().symbols(module));
  }

  @Override
  public Optional<String> damage(UUID mvid) {
    Path file = folder.folder().resolve(mvid + SymbolIndexWriter.SUFFIX);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      SymbolIndex index = SymbolIndex.open(file);
      return index.mvid().equals(Optional.of(mvid))
          ? Optional.empty()
          : Optional.of(file + " is the index of another module");
    } catch (MetadataFormatException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
