// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.frame;

import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The modules that a profile names by their module version IDs. Not thread-safe. */
public final class Modules {

  private static final int DIGITS = 32;

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
  public int number(UUID mvid) {
    Integer known = numbers.putIfAbsent(mvid, modules.size());
    if (known != null) {
      return known;
    }
    modules.add(new Module(mvid));
    return modules.size() - 1;
  }

  /** Returns the number of modules. */
  public int count() {
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
  public void fileName(int number, long index) {
    modules.get(number).fileName = index;
  }

  /** Returns where the string table has the name of a module's file; 0 for nowhere. */
  public long fileName(int number) {
    return modules.get(number).fileName;
  }

  /** Sets the name of a module's file. */
  public void name(int number, String name) {
    modules.get(number).name = name;
  }

  /** Returns the name of a module's file and its module version ID. */
  public String text(int number) {
    Module module = modules.get(number);
    return module.name.isEmpty() ? module.mvid.toString() : module.name + " " + module.mvid;
  }

  /**
   * Parses a module version ID in a usual spelling: 32 hex digits in any case, with hyphens as
   * {@code 8-4-4-4-12} or without any, and perhaps in braces.
   */
  public static Optional<UUID> mvid(String text) {
    String inner =
        text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
    String digits =
        inner.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}")
            ? inner.replace("-", "")
            : inner;
    if (digits.length() != DIGITS || !digits.matches("\\p{XDigit}*")) {
      return Optional.empty();
    }
    UUID mvid =
        new UUID(
            Long.parseUnsignedLong(digits.substring(0, DIGITS / 2), DIGITS / 2),
            Long.parseUnsignedLong(digits.substring(DIGITS / 2), DIGITS / 2));
    return mvid.equals(new UUID(0, 0)) ? Optional.empty() : Optional.of(mvid);
  }
}
