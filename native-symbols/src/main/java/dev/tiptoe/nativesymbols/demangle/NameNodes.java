// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of names and of whole encodings. */
final class NameNodes {

  private NameNodes() {}

  /** Returns the last simple name, which constructors have too. */
  static String baseName(Node name) {
    Node at = name;
    while (true) {
      if (at instanceof Nested nested) {
        at = nested.name;
      } else if (at instanceof Local local) {
        at = local.name;
      } else if (at instanceof Template template) {
        at = template.name;
      } else if (at instanceof Tagged tagged) {
        at = tagged.name;
      } else if (at instanceof DefaultArgument argument) {
        at = argument.name;
      } else if (at instanceof Special special) {
        return special.baseName;
      } else if (at instanceof Plain plain) {
        return plain.text;
      } else if (at instanceof Unnamed unnamed) {
        return unnamed.text();
      } else {
        throw new NotUnderstood("a constructor of what has no name");
      }
    }
  }

  /** A name as it is. */
  record Plain(String text) implements Node {
    @Override
    public void left(Output out) {
      out.add(text);
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  /** An abbreviation of the standard library, and the last name of what it stands for. */
  record Special(String text, String baseName) implements Node {
    @Override
    public void left(Output out) {
      out.add(text);
    }
  }

  /** A name in a scope. */
  record Nested(Node scope, Node name) implements Node {
    @Override
    public void left(Output out) {
      out.add(scope).add("::").add(name);
    }

    @Override
    public boolean isSimple() {
      return !(name instanceof Template);
    }
  }

  /** A name in a function; the function's return type is not part of it. */
  record Local(Node function, Node name) implements Node {
    @Override
    public void left(Output out) {
      out.add(function instanceof Function its ? its.withoutResult() : function);
      out.add("::").add(name);
    }
  }

  /** A template with its arguments. */
  record Template(Node name, Node arguments) implements Node {
    @Override
    public void left(Output out) {
      out.add(name).add(arguments);
    }
  }

  /** The arguments of a template. */
  record Arguments(List<Node> nodes) implements Node {
    @Override
    public void left(Output out) {
      // "operator<" needs a space before its arguments, and nested arguments one behind.
      out.add(out.endsWith('<') ? " <" : "<");
      out.list(nodes);
      out.add(out.endsWith('>') ? " >" : ">");
    }
  }

  /** A name with a tag of the ABI. */
  record Tagged(Node name, String tag) implements Node {
    @Override
    public void left(Output out) {
      out.add(name).add("[abi:").add(tag).add("]");
    }
  }

  /** A constructor or destructor. */
  record Structor(Node type, boolean destructor) implements Node {
    @Override
    public void left(Output out) {
      out.add(destructor ? "~" : "").add(baseName(type));
    }
  }

  /** A structured binding. */
  record Binding(List<Node> names) implements Node {
    @Override
    public void left(Output out) {
      out.add("[").list(names).add("]");
    }
  }

  /** A type without a name. */
  record Unnamed(int number) implements Node {
    String text() {
      return "{unnamed type#" + number + "}";
    }

    @Override
    public void left(Output out) {
      out.add(text());
    }
  }

  /** The type of a lambda. */
  record Lambda(List<Node> parameters, int number) implements Node {
    @Override
    public void left(Output out) {
      Output.@Nullable Scope outer = out.scope;
      // Its template parameters are those that it has by "auto".
      out.scope = new Output.Scope(null, outer);
      out.add("{lambda(").list(parameters).add(")#" + number + "}");
      out.scope = outer;
    }
  }

  /** A scope for the default argument of a parameter. */
  record DefaultArgument(int number, Node name) implements Node {
    @Override
    public void left(Output out) {
      out.add("{default arg#" + number + "}::").add(name);
    }
  }

  /** An operator that converts to a type. */
  record Conversion(Node type) implements Node {
    @Override
    public void left(Output out) {
      out.add("operator ").add(type);
    }
  }

  /** A word before a name, such as {@code vtable for}. */
  record Prefixed(String prefix, Node name) implements Node {
    @Override
    public void left(Output out) {
      out.add(prefix).add(name);
    }
  }

  /** A virtual table for use while a base is constructed. */
  record ConstructionTable(Node derived, Node base) implements Node {
    @Override
    public void left(Output out) {
      out.add("construction vtable for ").add(base).add("-in-").add(derived);
    }
  }

  /** A part or copy of a function that the compiler made. */
  record Clone(Node function, String suffix) implements Node {
    @Override
    public void left(Output out) {
      out.add(function).add(" [clone ").add(suffix).add("]");
    }
  }

  /**
   * A function with its parameters.
   *
   * @param result the type that it returns; null when the name does not have it
   * @param qualifiers such as {@code " const &"}
   * @param arguments what template parameters in its types stand for
   */
  record Function(
      @Nullable Node result,
      Node name,
      List<Node> parameters,
      String qualifiers,
      List<Node> arguments)
      implements Node {

    Function withoutResult() {
      return new Function(null, name, parameters, qualifiers, arguments);
    }

    @Override
    public void left(Output out) {
      Output.@Nullable Scope outer = out.scope;
      out.scope = new Output.Scope(arguments, outer);
      if (result != null) {
        out.left(result);
        out.add(Types.isDeclarator(result) ? "" : " ");
      }
      out.add(name);
      out.scope = outer;
    }

    @Override
    public void right(Output out) {
      Output.@Nullable Scope outer = out.scope;
      out.scope = new Output.Scope(arguments, outer);
      out.add("(").list(parameters).add(")");
      if (result != null) {
        out.right(result);
      }
      out.add(qualifiers);
      out.scope = outer;
    }
  }
}
