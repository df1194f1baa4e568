// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Frame;

/**
 * A method in the form of JFR. The namespace and the type are its class, the rest is its name;
 * where there is a list of parameters, it is the descriptor, in which each type has the form of a
 * class.
 *
 * @param type the class, such as {@code Shop/Cart}; empty when there is none
 * @param name the name, such as {@code Buy → lambda}
 * @param descriptor the parameters, such as {@code (Lint;Lstring;)V}
 */
record JfrMethod(String type, String name, String descriptor) {

  private static final String NO_PARAMETERS = "()V";

  static JfrMethod of(Frame frame, Texts texts) {
    String runtime = texts.method(frame);
    int colons = runtime.indexOf("::");
    String shown = texts.name(frame);
    if (colons < 0 && shown.equals(runtime)) {
      return shown.startsWith("<") ? new JfrMethod("", shown, NO_PARAMETERS) : ofCSharp(shown, "");
    }
    if (frame.written().isEmpty()) {
      String name = runtime.substring(colons + 2);
      int open = parameters(name);
      return open < 0
          ? new JfrMethod(type(runtime.substring(0, colons)), name, NO_PARAMETERS)
          : withParameters(type(runtime.substring(0, colons)), name, open);
    }
    return ofCSharp(shown, colons < 0 ? "" : namespace(runtime.substring(0, colons)));
  }

  /** Returns a method that is written as in C#: the type ends at the last dot before the name. */
  private static JfrMethod ofCSharp(String shown, String namespace) {
    int open = parameters(shown);
    int end = open < 0 ? shown.length() : open;
    int dot = -1;
    int depth = 0;
    for (int i = 0; i < end; i++) {
      char next = shown.charAt(i);
      depth += next == '<' || next == '[' ? 1 : next == '>' || next == ']' ? -1 : 0;
      if (next == ' ') {
        break;
      }
      // A constructor begins with a dot, as in Cart..ctor.
      dot = next == '.' && depth <= 0 && i > dot + 1 ? i : dot;
    }
    if (dot <= 0 || dot == end - 1) {
      return open < 0
          ? new JfrMethod(type(namespace), shown, NO_PARAMETERS)
          : withParameters(type(namespace), shown, open);
    }
    String type = shown.substring(0, dot);
    boolean hasNamespace = namespace.isEmpty() || type.startsWith(namespace + ".");
    String full = type(hasNamespace ? type : namespace + "." + type);
    String rest = shown.substring(dot + 1);
    return open < 0
        ? new JfrMethod(full, rest, NO_PARAMETERS)
        : withParameters(full, rest, open - dot - 1);
  }

  /** Returns where the parameters begin, or a negative number. */
  private static int parameters(String name) {
    int open = name.indexOf('(');
    return open <= 0 || close(name, open) < 0 ? -1 : open;
  }

  private static int close(String name, int open) {
    int depth = 0;
    for (int i = open; i < name.length(); i++) {
      char next = name.charAt(i);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static JfrMethod withParameters(String type, String name, int open) {
    int close = close(name, open);
    StringBuilder descriptor = new StringBuilder("(");
    int depth = 0;
    int start = open + 1;
    for (int i = start; i <= close; i++) {
      char next = name.charAt(i);
      if (depth == 0 && (next == ',' || i == close)) {
        String parameter = name.substring(start, i).strip();
        if (!parameter.isEmpty()) {
          descriptor.append('L').append(parameter.replace('.', '/').replace(';', ',')).append(';');
        }
        start = i + 1;
      }
      depth += "<([".indexOf(next) >= 0 ? 1 : ">)]".indexOf(next) >= 0 ? -1 : 0;
    }
    return new JfrMethod(
        type,
        name.substring(0, open) + name.substring(close + 1),
        descriptor.append(")V").toString());
  }

  /** Returns the namespace of a type in the reflection style. */
  private static String namespace(String type) {
    int end = type.length();
    for (char stop : new char[] {'+', '`', '[', '<'}) {
      int at = type.indexOf(stop);
      end = at > 0 ? Math.min(end, at) : end;
    }
    return type.substring(0, Math.max(0, type.lastIndexOf('.', end - 1)));
  }

  private static String type(String name) {
    return name.replace('.', '/');
  }

  /** Returns the package of the class; empty when it has none. */
  String packageName() {
    int generic = type.indexOf('<');
    int slash = type.lastIndexOf('/', generic < 0 ? type.length() : generic);
    return slash < 0 ? "" : type.substring(0, slash);
  }
}
