// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Finds modules and methods by the names in a stack trace. Thread-safe. */
final class MethodSearch {

  /** A method of a module. */
  record Found(ModuleSymbols module, MethodSymbol method) {}

  /** Real names have up to ten parts; the work grows with the square. */
  private static final int MOST_PARTS = 24;

  /** The parts of an explicitly implemented member: its interface and its own name. */
  private static final int MOST_PARTS_OF_MEMBER = 8;

  private static final int MOST_MODULES = 1 << 12;

  /** The methods of state machines that are remembered, of all modules together. */
  private static final int MOST_MACHINES = 1 << 20;

  /** Identifies a module, which may be closed and opened again meanwhile. */
  private record Key(String origin, String name) {
    static Key of(ModuleSymbols module) {
      return new Key(module.origin(), module.name());
    }
  }

  private final Symbols symbols;
  private final Map<Key, Boolean> withLines = new ConcurrentHashMap<>();
  private final Map<Key, Machines> machines = new ConcurrentHashMap<>();

  MethodSearch(Symbols symbols) {
    this.symbols = symbols;
  }

  private List<ModuleSymbols> first(Function<SymbolSource, List<ModuleSymbols>> question) {
    for (SymbolSource source : symbols.sources()) {
      List<ModuleSymbols> answer = question.apply(source);
      if (!answer.isEmpty()) {
        return answer;
      }
    }
    return List.of();
  }

  /**
   * Returns the modules of a file name. A trace has the name in the metadata, which for a program
   * may end with {@code .exe} although its file is a DLL.
   */
  List<ModuleSymbols> modules(String fileName) {
    List<ModuleSymbols> named = first(source -> source.named(fileName));
    if (!named.isEmpty()) {
      return named;
    }
    String lower = fileName.toLowerCase(Locale.ROOT);
    String stem = fileName.substring(0, Math.max(0, fileName.length() - 4));
    return lower.endsWith(".exe")
        ? first(source -> source.named(stem + ".dll"))
        : lower.endsWith(".dll") ? first(source -> source.named(stem + ".exe")) : List.of();
  }

  Optional<ModuleSymbols> module(UUID mvid) {
    return symbols.module(mvid);
  }

  /** Returns a method; empty when the module has none of the token, or its row is damaged. */
  static Optional<MethodSymbol> method(ModuleSymbols module, Token token) {
    if (token.table() != MethodDef.TABLE || token.rid() < 1 || token.rid() > module.methodCount()) {
      return Optional.empty();
    }
    try {
      return Optional.of(module.method(token));
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the methods of a name: type and method, joined with a dot. */
  List<Found> methods(String name, Optional<ModuleSymbols> in) {
    List<String> parts = parts(name);
    if (parts.size() > MOST_PARTS) {
      return List.of();
    }
    List<Integer> outermost = outermost(parts, in);
    if (outermost.isEmpty()) {
      return List.of();
    }
    int most = Math.min(parts.size() - 1, MOST_PARTS_OF_MEMBER);
    for (int own = 1; own <= most; own++) {
      int split = parts.size() - own;
      String method = String.join(".", parts.subList(split, parts.size()));
      for (int outer : outermost) {
        if (outer <= split) {
          List<Found> found = methods(type(parts, outer, split), method, in);
          if (!found.isEmpty()) {
            return found;
          }
        }
      }
    }
    return List.of();
  }

  /**
   * Returns how many parts of a name may be those of a top-level type, the longest first. Where its
   * namespace ends is not known: a nested type is joined with a dot too.
   */
  private List<Integer> outermost(List<String> parts, Optional<ModuleSymbols> in) {
    List<Integer> counts = new ArrayList<>(2);
    for (int count = parts.size() - 1; count >= 1; count--) {
      String type = type(parts, count, count);
      if (in.isPresent()
          || symbols.sources().stream().anyMatch(source -> source.mayDeclare(type))) {
        counts.add(count);
      }
    }
    return counts;
  }

  /** Returns the name of a type: the parts up to {@code outer}, and those up to {@code end}. */
  private static String type(List<String> parts, int outer, int end) {
    String type = String.join(".", parts.subList(0, outer));
    String nested = outer < end ? "+" + String.join("+", parts.subList(outer, end)) : "";
    return (type + nested).replace('/', '+');
  }

  /** A damaged module has no methods of that name. */
  private static IntStream named(ModuleSymbols module, String type, String method) {
    try {
      return IntStream.of(module.methodsNamed(type, method).toArray());
    } catch (MetadataFormatException e) {
      return IntStream.empty();
    }
  }

  /** Returns the methods of a type and a name. */
  List<Found> methods(String type, String method, Optional<ModuleSymbols> in) {
    List<ModuleSymbols> modules =
        in.map(List::of).orElseGet(() -> first(source -> source.declaring(type)));
    List<Found> found = new ArrayList<>();
    for (ModuleSymbols module : modules) {
      named(module, type, method)
          .mapToObj(rid -> method(module, Token.of(MethodDef.TABLE, rid)))
          .flatMap(Optional::stream)
          .forEach(each -> found.add(new Found(module, each)));
    }
    return found;
  }

  /** Splits a name at the dots that are in no brackets; a constructor's name begins with one. */
  static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < name.length(); i++) {
      char next = name.charAt(i);
      depth += next == '<' ? 1 : next == '>' ? -1 : 0;
      if (next == '.' && depth <= 0 && i > from) {
        parts.add(name.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(name.substring(from));
    return parts;
  }

  /**
   * Returns the method of a state machine that has the code of a method.
   *
   * @param kickoff the method that was written, which starts the machine
   * @param arity the number of its type parameters; negative when it is not known
   * @param member the method of the machine
   */
  Optional<Found> ofMachine(ModuleSymbols module, MethodSymbol kickoff, int arity, String member) {
    return machines(module).of(kickoff).stream()
        .filter(each -> arity < 0 || each.arity() == arity)
        .flatMap(each -> ofMachine(module, kickoff, each).stream())
        .filter(found -> found.method().name().equals(member))
        .findFirst();
  }

  private static Optional<Found> ofMachine(
      ModuleSymbols module, MethodSymbol kickoff, Machines.Member member) {
    return method(module, member.method())
        .filter(each -> !member.isNumbered() || each.written().method().equals(kickoff.token()))
        .map(each -> new Found(module, each));
  }

  private Machines machines(ModuleSymbols module) {
    Machines known = machines.get(Key.of(module));
    if (known == null) {
      if (machines.values().stream().mapToInt(Machines::count).sum() > MOST_MACHINES) {
        machines.clear();
      }
      known = machines.computeIfAbsent(Key.of(module), any -> Machines.of(module));
    }
    return known;
  }

  /** Returns whether any method of a module has a source line. */
  boolean hasLines(ModuleSymbols module) {
    Boolean known = withLines.get(Key.of(module));
    if (known == null) {
      if (withLines.size() > MOST_MODULES) {
        withLines.clear();
      }
      known =
          IntStream.rangeClosed(1, module.methodCount())
              // Offset 0 has the first source of a method, wherever that begins.
              .mapToObj(rid -> module.source(Token.of(MethodDef.TABLE, rid), 0))
              .anyMatch(place -> place.known().isPresent());
      withLines.put(Key.of(module), known);
    }
    return known;
  }
}
