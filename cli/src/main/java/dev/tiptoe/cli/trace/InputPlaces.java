// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.stores.SymbolFiles;

/**
 * The places in which the files behind a trace are searched.
 *
 * @param given the places that were given
 * @param problems takes the places that cannot be read
 */
record InputPlaces(GivenSymbols given, Problems problems) {

  SymbolFiles files(Terminal terminal) {
    return given.files(terminal, problems);
  }

  /** Returns an exit code, or that of the problems where there were any. */
  int exitCode(int code) {
    return problems.met() > 0 ? problems.exitCode() : code;
  }
}
