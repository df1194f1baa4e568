// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import dev.tiptoe.symbols.index.SymbolIndex;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;

/** The indexes of modules. Thread-safe. */
interface IndexFiles {

  /**
   * Returns the index of a module; empty when there is none that can be used.
   *
   * @throws UncheckedIOException when the indexes cannot be read, which may pass
   */
  Optional<SymbolIndex> find(UUID mvid);

  /**
   * Returns what is wrong with the file of a module that {@link #find} does not find, or nothing.
   */
  Optional<String> damage(UUID mvid);
}
