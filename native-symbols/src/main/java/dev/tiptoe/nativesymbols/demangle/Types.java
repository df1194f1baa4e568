// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The nodes of types and of what template parameters stand for. */
final class Types {

  private static final int MOST_HOPS = 64;

  private Types() {}

  /** What a node stands for, and the arguments by which the template parameters in it are read. */
  private record Meaning(Node node, Output.@Nullable Scope scope) {}

  /** Follows template parameters to their arguments, and qualified types if wanted. */
  private static Meaning behind(Node node, boolean qualifiers, Output out) {
    Node at = node;
    Output.@Nullable Scope scope = out.scope;
    for (int i = 0; i < MOST_HOPS; i++) {
      if (at instanceof Parameter parameter && scope != null) {
        Node argument = parameter.argument(scope, out);
        if (argument == null) {
          return new Meaning(at, scope);
        }
        at = argument;
        scope = scope.outer();
      } else if (qualifiers && at instanceof Qualified qualified) {
        at = qualified.type;
      } else {
        return new Meaning(at, scope);
      }
    }
    throw new NotUnderstood("a type that stands for too many others");
  }

  /** Returns whether a declared type is an array. */
  static boolean isArray(Node type, Output out) {
    return behind(type, true, out).node instanceof Array;
  }

  /** Returns whether a declared type is a function. */
  static boolean isFunction(Node type, Output out) {
    return behind(type, true, out).node instanceof FunctionType;
  }

  /** Returns whether the left side of a type ends within a declarator, as in {@code int (*}. */
  static boolean isDeclarator(Node type) {
    Node at = type;
    for (int i = 0; i < MOST_HOPS; i++) {
      if (at instanceof Pointer pointer) {
        at = pointer.type;
      } else if (at instanceof Reference reference) {
        at = reference.type;
      } else if (at instanceof MemberPointer member) {
        at = member.type;
      } else if (at instanceof Qualified qualified) {
        at = qualified.type;
      } else {
        return at instanceof FunctionType || at instanceof Array;
      }
    }
    return false;
  }

  /** A type with qualifiers behind it. */
  record Qualified(Node type, String qualifiers) implements Node {
    @Override
    public void left(Output out) {
      out.left(type);
      // What a template parameter stands for may have them already.
      String already =
          behind(type, false, out).node instanceof Qualified inner ? inner.qualifiers : "";
      if (!already.contains(qualifiers)) {
        out.add(qualifiers);
      }
    }

    @Override
    public void right(Output out) {
      out.right(type);
    }
  }

  private static void declarator(Node type, String sign, Output out) {
    out.left(type);
    if (Types.isArray(type, out)) {
      out.add(" ");
    }
    if (Types.isArray(type, out) || Types.isFunction(type, out)) {
      out.add("(");
    }
    out.add(sign);
  }

  private static void close(Node type, Output out) {
    if (Types.isArray(type, out) || Types.isFunction(type, out)) {
      out.add(")");
    }
    out.right(type);
  }

  /** A pointer. */
  record Pointer(Node type) implements Node {
    @Override
    public void left(Output out) {
      declarator(type, "*", out);
    }

    @Override
    public void right(Output out) {
      close(type, out);
    }
  }

  /** A reference; references to references are one, as in C++. */
  record Reference(Node type, boolean rvalue) implements Node {

    private Meaning referred(Output out) {
      Meaning to = behind(type, false, out);
      for (int i = 0; i < MOST_HOPS && to.node instanceof Reference inner; i++) {
        Output.@Nullable Scope before = out.scope;
        out.scope = to.scope;
        to = behind(inner.type, false, out);
        out.scope = before;
      }
      return to;
    }

    private boolean isRvalue(Output out) {
      return rvalue && !(behind(type, false, out).node instanceof Reference inner && !inner.rvalue);
    }

    @Override
    public void left(Output out) {
      String sign = isRvalue(out) ? "&&" : "&";
      Output.@Nullable Scope before = out.scope;
      Meaning to = referred(out);
      out.scope = to.scope;
      declarator(to.node, sign, out);
      out.scope = before;
    }

    @Override
    public void right(Output out) {
      Output.@Nullable Scope before = out.scope;
      Meaning to = referred(out);
      out.scope = to.scope;
      close(to.node, out);
      out.scope = before;
    }
  }

  /** A pointer to a member. */
  record MemberPointer(Node owner, Node type) implements Node {
    @Override
    public void left(Output out) {
      out.left(type);
      out.add(Types.isArray(type, out) ? " (" : Types.isFunction(type, out) ? "(" : " ");
      out.add(owner).add("::*");
    }

    @Override
    public void right(Output out) {
      close(type, out);
    }
  }

  /** An array; without a length where it is not known. */
  record Array(Node type, @Nullable Node length) implements Node {
    @Override
    public void left(Output out) {
      out.left(type);
    }

    @Override
    public void right(Output out) {
      if (!out.endsWith(']')) {
        out.add(" ");
      }
      out.add("[");
      if (length != null) {
        out.add(length);
      }
      out.add("]");
      out.right(type);
    }
  }

  /** A vector of the processor. */
  record Vector(Node type, Node length) implements Node {
    @Override
    public void left(Output out) {
      out.add(type).add(" __vector(").add(length).add(")");
    }
  }

  /** The type of a function. */
  record FunctionType(Node result, List<Node> parameters, String qualifiers) implements Node {
    @Override
    public void left(Output out) {
      out.left(result);
      out.add(isDeclarator(result) ? "" : " ");
    }

    @Override
    public void right(Output out) {
      out.add("(").list(parameters).add(")");
      out.right(result);
      out.add(qualifiers);
    }
  }

  /**
   * A template parameter, which stands for an argument of the function in which it is printed. An
   * argument itself is read as outside of that function.
   */
  record Parameter(int index) implements Node {

    /** Returns the argument, of a pack the present one; null where a pack has none. */
    private @Nullable Node argument(Output.Scope scope, Output out) {
      List<Node> arguments = scope.arguments();
      if (arguments == null) {
        return new NameNodes.Plain("auto:" + (index + 1));
      }
      if (index >= arguments.size()) {
        throw new NotUnderstood("a template parameter without an argument");
      }
      if (!(arguments.get(index) instanceof ArgumentPack pack)) {
        return arguments.get(index);
      }
      if (out.packSize == Output.NONE) {
        out.packSize = pack.nodes.size();
        out.packIndex = 0;
      }
      return out.packIndex < pack.nodes.size() ? pack.nodes.get(out.packIndex) : null;
    }

    /** Returns how many arguments a pack has; -1 where this is none. */
    int packSize(Output out) {
      Output.@Nullable Scope scope = out.scope;
      List<Node> arguments = scope == null ? null : scope.arguments();
      return arguments != null
              && index < arguments.size()
              && arguments.get(index) instanceof ArgumentPack pack
          ? pack.nodes.size()
          : -1;
    }

    @Override
    public void left(Output out) {
      inside(out, out::left);
    }

    @Override
    public void right(Output out) {
      inside(out, out::right);
    }

    private void inside(Output out, Consumer<Node> printing) {
      Output.@Nullable Scope scope = out.scope;
      if (scope == null) {
        throw new NotUnderstood("a template parameter outside of templates");
      }
      Node argument = argument(scope, out);
      if (argument != null) {
        out.scope = scope.outer();
        printing.accept(argument);
        out.scope = scope;
      }
    }
  }

  /** A pack as the argument of a template: all of it. */
  record ArgumentPack(List<Node> nodes) implements Node {
    @Override
    public void left(Output out) {
      out.list(nodes);
    }
  }

  /** The expansion of a pattern for each element of the packs in it. */
  record Expansion(Node pattern) implements Node {
    @Override
    public void left(Output out) {
      int index = out.packIndex;
      int size = out.packSize;
      out.packIndex = Output.NONE;
      out.packSize = Output.NONE;
      int before = out.length();
      out.add(pattern);
      if (out.packSize == Output.NONE) {
        out.add("...");
      } else if (out.packSize == 0) {
        out.cut(before);
      } else {
        int count = out.packSize;
        for (int i = 1; i < count; i++) {
          out.packIndex = i;
          out.packSize = count;
          out.add(", ").add(pattern);
        }
      }
      out.packIndex = index;
      out.packSize = size;
    }
  }
}
