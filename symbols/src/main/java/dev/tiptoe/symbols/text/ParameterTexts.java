// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the parameters in a stack trace, which have the names of their types without namespaces
 * and arguments ({@code List`1 items, Int32& place}), with those of a method in C# ({@code List<T>,
 * ref int}). Stateless.
 */
final class ParameterTexts {

  /** Fits every type. */
  private static final String ANY = "?";

  private static final Map<String, String> KEYWORDS =
      Map.ofEntries(
          Map.entry("bool", "Boolean"),
          Map.entry("byte", "Byte"),
          Map.entry("sbyte", "SByte"),
          Map.entry("char", "Char"),
          Map.entry("decimal", "Decimal"),
          Map.entry("double", "Double"),
          Map.entry("float", "Single"),
          Map.entry("int", "Int32"),
          Map.entry("uint", "UInt32"),
          Map.entry("nint", "IntPtr"),
          Map.entry("nuint", "UIntPtr"),
          Map.entry("long", "Int64"),
          Map.entry("ulong", "UInt64"),
          Map.entry("short", "Int16"),
          Map.entry("ushort", "UInt16"),
          Map.entry("object", "Object"),
          Map.entry("string", "String"),
          Map.entry("void", "Void"),
          Map.entry("dynamic", "Object"),
          // In perf maps.
          Map.entry("bool8", "Boolean"));

  private static final List<String> MODIFIERS =
      List.of("scoped ", "ref readonly ", "ref ", "out ", "in ");

  private ParameterTexts() {}

  /**
   * Returns whether the parameters may be those of a method.
   *
   * @param inTrace what is between the brackets in the trace
   * @param member the method as C# writes it: {@code Buy<T>(ref int, List<T>)}
   */
  static boolean fit(String inTrace, String member) {
    List<String> seen = split(inTrace).stream().map(ParameterTexts::ofTrace).toList();
    Optional<List<String>> own = ofMember(member);
    if (own.isEmpty()) {
      return true;
    }
    List<String> wanted = own.get();
    for (int i = 0; i < Math.min(seen.size(), wanted.size()); i++) {
      if (!seen.get(i).equals(wanted.get(i)) && !wanted.get(i).equals(ANY)) {
        return false;
      }
    }
    return seen.size() == wanted.size();
  }

  /** The types of a method's parameters; empty for a member whose form does not say them. */
  private static Optional<List<String>> ofMember(String member) {
    int close = Math.max(member.lastIndexOf(')'), member.lastIndexOf(']'));
    boolean indexer = member.contains("this[");
    if (!indexer && close != member.length() - 1) {
      return ofAccessor(member);
    }
    int open = indexer ? member.indexOf("this[") + 4 : opening(member, close);
    if (open < 0) {
      return Optional.empty();
    }
    List<String> types = new ArrayList<>();
    split(member.substring(open + 1, close)).forEach(type -> types.add(ofCSharp(type)));
    if (indexer && (member.endsWith(".set") || member.endsWith(".init"))) {
      types.add(ANY);
    }
    return Optional.of(types);
  }

  private static Optional<List<String>> ofAccessor(String member) {
    return switch (member.substring(member.lastIndexOf('.') + 1)) {
      case "get" -> Optional.of(List.of());
      case "set", "init", "add", "remove" -> Optional.of(List.of(ANY));
      default -> Optional.empty();
    };
  }

  /** Returns where the bracket opens that closes at a place; -1 for nowhere. */
  private static int opening(String text, int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      char next = text.charAt(i);
      depth += ">])".indexOf(next) >= 0 ? 1 : "<[(".indexOf(next) >= 0 ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Splits a list at the commas that are in no brackets. */
  static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < list.length(); i++) {
      char next = list.charAt(i);
      if ("<[({".indexOf(next) >= 0) {
        depth++;
      } else if (">])}".indexOf(next) >= 0) {
        depth--;
      } else if (next == ',' && depth == 0) {
        parts.add(list.substring(from, i).strip());
        from = i + 1;
      }
    }
    String last = list.substring(from).strip();
    if (!last.isEmpty() || !parts.isEmpty()) {
      parts.add(last);
    }
    return parts;
  }

  /** {@code System.Collections.Generic.List`1[T]& items} is {@code List`1&}. */
  private static String ofTrace(String parameter) {
    int space = lastOutside(parameter, " ");
    String type = space < 0 ? parameter : parameter.substring(0, space).strip();
    int suffix = suffix(type);
    String base = type.substring(0, suffix);
    int arguments = base.indexOf('[');
    String plain = arguments < 0 ? base : base.substring(0, arguments);
    String simple = plain.substring(lastOutside(plain, ".+/") + 1);
    return KEYWORDS.getOrDefault(simple, simple) + type.substring(suffix);
  }

  private static String ofCSharp(String parameter) {
    String type = parameter;
    String end = "";
    for (String modifier : MODIFIERS) {
      if (type.startsWith(modifier)) {
        end = modifier.equals("scoped ") ? end : "&";
        type = type.substring(modifier.length());
      }
    }
    if (type.startsWith("delegate*") || type.equals("__arglist")) {
      return ANY;
    }
    int suffix = suffix(type);
    String base = type.substring(0, suffix);
    String simple = base.endsWith("?") ? "Nullable`1" : simple(base);
    return simple + reversed(type.substring(suffix)) + end;
  }

  private static String simple(String type) {
    String last = type.substring(lastOutside(type, ".:") + 1);
    int open = last.endsWith(">") ? opening(last, last.length() - 1) : -1;
    if (open > 0) {
      int count = split(last.substring(open + 1, last.length() - 1)).size();
      return last.substring(0, open) + "`" + count;
    }
    return KEYWORDS.getOrDefault(last, last.startsWith("@") ? last.substring(1) : last);
  }

  /**
   * In C# the outermost array comes first: {@code int[][,]*[*][]} is {@code Int32[,][]*[][*]}. The
   * ranks between two pointers belong together.
   */
  private static String reversed(String suffix) {
    StringBuilder reversed = new StringBuilder();
    int ranks = 0;
    for (int from = 0; from < suffix.length(); ) {
      int end = suffix.charAt(from) == '[' ? suffix.indexOf(']', from) + 1 : from + 1;
      String part = suffix.substring(from, end);
      if (part.startsWith("[")) {
        reversed.insert(ranks, part);
      } else {
        reversed.append(part);
        ranks = reversed.length();
      }
      from = end;
    }
    return reversed.toString();
  }

  /** Returns where the arrays, pointers and references at the end of a type begin. */
  private static int suffix(String type) {
    int end = type.length();
    while (end > 0) {
      char last = type.charAt(end - 1);
      if (last == '&' || last == '*') {
        end--;
      } else if (last == ']') {
        int open = type.lastIndexOf('[', end - 1);
        if (open < 0 || !isRank(type.substring(open + 1, end - 1))) {
          return end;
        }
        end = open;
      } else {
        return end;
      }
    }
    return end;
  }

  private static boolean isRank(String inBrackets) {
    return inBrackets.equals("*") || inBrackets.chars().allMatch(c -> c == ',');
  }

  /** Returns the last place of one of some characters that is in no brackets; -1 for none. */
  private static int lastOutside(String text, String wanted) {
    int depth = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      char next = text.charAt(i);
      if (">])".indexOf(next) >= 0) {
        depth++;
      } else if ("<[(".indexOf(next) >= 0) {
        depth--;
      } else if (depth == 0 && wanted.indexOf(next) >= 0) {
        return i;
      }
    }
    return -1;
  }
}
