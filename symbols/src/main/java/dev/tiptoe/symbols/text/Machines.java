// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.written.GeneratedName;
import dev.tiptoe.symbols.written.GeneratedName.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The methods of the state machines of a module, by the methods that start them: one search over
 * all methods, instead of one for each name that a machine may have. Immutable.
 */
final class Machines {

  /**
   * The parts of a machine's name.
   *
   * @param outer the type that it is in, which declares the method that starts it
   * @param source the name of that method
   */
  private record Start(String outer, String source) {}

  /**
   * A method of a machine.
   *
   * @param method the method
   * @param arity the number of type parameters that the machine adds to those of its outer type
   * @param isNumbered whether the name of the machine has the number of the method that starts it,
   *     so that overloads have machines of their own
   */
  record Member(Token method, int arity, boolean isNumbered) {}

  private final Map<Start, List<Member>> members = new HashMap<>();
  private int count;

  private Machines() {}

  static Machines of(ModuleSymbols module) {
    Machines machines = new Machines();
    for (int rid = 1; rid <= module.methodCount(); rid++) {
      MethodSearch.method(module, Token.of(MethodDef.TABLE, rid)).ifPresent(machines::add);
    }
    return machines;
  }

  private void add(MethodSymbol method) {
    String type = method.type();
    int split = lastNesting(type);
    if (split < 0) {
      return;
    }
    String name = unescaped(type.substring(split + 1));
    int tick = name.lastIndexOf('`');
    int arity = tick < 0 ? 0 : number(name.substring(tick + 1));
    String own = arity > 0 ? name.substring(0, tick) : name;
    Optional<GeneratedName> parsed =
        GeneratedName.parse(own).filter(each -> each.kind() == Kind.STATE_MACHINE);
    if (parsed.isPresent()) {
      Start start = new Start(type.substring(0, split), parsed.get().source());
      boolean isNumbered = parsed.get().methodOrdinal().isPresent();
      members
          .computeIfAbsent(start, any -> new ArrayList<>(2))
          .add(new Member(method.token(), arity, isNumbered));
      count++;
    }
  }

  /** Returns where the name of the innermost type begins, less one; negative for an outer type. */
  private static int lastNesting(String type) {
    int at = type.lastIndexOf('+');
    while (at > 0 && type.charAt(at - 1) == '\\') {
      at = type.lastIndexOf('+', at - 1);
    }
    return at;
  }

  private static String unescaped(String name) {
    return name.indexOf('\\') < 0 ? name : name.replaceAll("\\\\(.)", "$1");
  }

  private static int number(String digits) {
    return !digits.isEmpty() && digits.length() < 6 && digits.chars().allMatch(Character::isDigit)
        ? Integer.parseInt(digits)
        : 0;
  }

  /** Returns the number of methods. */
  int count() {
    return count;
  }

  /** Returns the methods of the machines that a method, or an overload of it, starts. */
  List<Member> of(MethodSymbol kickoff) {
    // In the name of a type there is no dot.
    String source = kickoff.name().replace('-', '.');
    return members.getOrDefault(new Start(kickoff.type(), source), List.of());
  }
}
