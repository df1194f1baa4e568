// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.option.SymbolPlaces;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.locator.ModuleLocator;
import dev.tiptoe.symbols.store.Store;
import java.io.IOException;

/**
 * Where the files behind a trace are looked for.
 *
 * @param modules where its modules are
 * @param symbols where the symbols of native libraries are
 * @param problems takes the places that cannot be read
 */
record InputPlaces(ModuleFolders modules, SymbolPlaces symbols, Problems problems) {

  ModuleLocator locator(Terminal terminal) throws IOException {
    return modules.locator(terminal);
  }

  /** Returns the store of the symbols. */
  Store store(Terminal terminal) {
    return symbols.isGiven() ? symbols.store(terminal, problems) : Store.of();
  }

  /** Returns an exit code, or that of the problems where there were any. */
  int exitCode(int code) {
    return problems.met() > 0 ? problems.exitCode() : code;
  }
}
