// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The modules that a profile names by their module version IDs. Not thread-safe. */
final class Modules {

  private final Symbols symbols;
  private final Map<UUID, Integer> numbers = new HashMap<>();
  private final List<Module> modules = new ArrayList<>();

  /** A module; its symbols are looked for when the first of its frames is. */
  private static final class Module {
    private final UUID mvid;
    private Optional<ModuleSymbols> symbols = Optional.empty();
    private boolean isLookedFor;
    private String name = "";
    private long fileName;

    Module(UUID mvid) {
      this.mvid = mvid;
    }
  }

  Modules(Symbols symbols) {
    this.symbols = symbols;
  }

  /** Returns the number of a module. */
  int number(UUID mvid) {
    Integer known = numbers.putIfAbsent(mvid, modules.size());
    if (known != null) {
      return known;
    }
    modules.add(new Module(mvid));
    return modules.size() - 1;
  }

  /** Returns the number of modules. */
  int count() {
    return modules.size();
  }

  Optional<ModuleSymbols> symbols(int number) {
    Module module = modules.get(number);
    if (!module.isLookedFor) {
      module.isLookedFor = true;
      module.symbols = symbols.module(module.mvid);
    }
    return module.symbols;
  }

  /** Sets where the string table has the name of a module's file. */
  void fileName(int number, long index) {
    modules.get(number).fileName = index;
  }

  /** Returns where the string table has the name of a module's file; 0 for nowhere. */
  long fileName(int number) {
    return modules.get(number).fileName;
  }

  /** Sets the name of a module's file. */
  void name(int number, String name) {
    modules.get(number).name = name;
  }

  /** Returns the name of a module's file and its module version ID. */
  String text(int number) {
    Module module = modules.get(number);
    return module.name.isEmpty() ? module.mvid.toString() : module.name + " " + module.mvid;
  }
}
