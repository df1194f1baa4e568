// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.List;

/** The nodes of expressions, which stand in the arguments of templates and in decltype. */
final class Expressions {

  private Expressions() {}

  private static void operand(Node node, Output out) {
    if (node.isSimple()) {
      out.add(node);
    } else {
      out.add("(").add(node).add(")");
    }
  }

  /** An operator between two operands. */
  record Binary(String operator, Node first, Node second) implements Node {
    @Override
    public void left(Output out) {
      // A ">" would end the list of arguments.
      boolean wrapped = operator.equals(">");
      out.add(wrapped ? "(" : "");
      operand(first, out);
      if (operator.equals("[]")) {
        out.add("[").add(second).add("]");
      } else {
        out.add(operator);
        operand(second, out);
      }
      out.add(wrapped ? ")" : "");
    }
  }

  /** An access to a member. */
  record Member(Node owner, String operator, Node name) implements Node {
    @Override
    public void left(Output out) {
      operand(owner, out);
      out.add(operator).add(name);
    }
  }

  /** An operator before its operand. */
  record Unary(String operator, Node operand) implements Node {
    @Override
    public void left(Output out) {
      out.add(operator);
      Expressions.operand(operand, out);
    }
  }

  /** An operator behind its operand. */
  record Postfix(Node operand, String operator) implements Node {
    @Override
    public void left(Output out) {
      Expressions.operand(operand, out);
      out.add(operator);
    }
  }

  /** A word with what it is about in parentheses. */
  record Enclosed(String word, Node content) implements Node {
    @Override
    public void left(Output out) {
      out.add(word).add("(").add(content).add(")");
    }
  }

  /** A choice between two operands. */
  record Choice(Node condition, Node first, Node second) implements Node {
    @Override
    public void left(Output out) {
      operand(condition, out);
      out.add("?");
      operand(first, out);
      out.add(" : ");
      operand(second, out);
    }
  }

  /** A call. */
  record Call(Node function, List<Node> arguments) implements Node {
    @Override
    public void left(Output out) {
      operand(function, out);
      out.add("(").list(arguments).add(")");
    }
  }

  /** A conversion, of one value or of several. */
  record Cast(Node type, List<Node> values) implements Node {
    @Override
    public void left(Output out) {
      out.add("(").add(type).add(")");
      if (values.size() == 1) {
        operand(values.get(0), out);
      } else {
        out.add("(").list(values).add(")");
      }
    }
  }

  /** A named conversion, such as {@code static_cast}. */
  record NamedCast(String word, Node type, Node value) implements Node {
    @Override
    public void left(Output out) {
      out.add(word).add("<").add(type).add(">(").add(value).add(")");
    }
  }

  /** A list in braces. */
  record Braces(List<Node> type, List<Node> values) implements Node {
    @Override
    public void left(Output out) {
      type.forEach(out::add);
      out.add("{").list(values).add("}");
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  /** A fold over a pack. */
  record Fold(boolean fromLeft, String operator, Node pack, List<Node> initial) implements Node {
    @Override
    public void left(Output out) {
      out.add("(");
      if (fromLeft) {
        initial.forEach(
            node -> {
              operand(node, out);
              out.add(operator);
            });
        out.add("...").add(operator);
        operand(pack, out);
      } else {
        operand(pack, out);
        out.add(operator).add("...");
        initial.forEach(
            node -> {
              out.add(operator);
              operand(node, out);
            });
      }
      out.add(")");
    }
  }

  /** A number of a type. */
  record Literal(Node type, String number) implements Node {
    @Override
    public void left(Output out) {
      out.add("(").add(type).add(")").add(number);
    }
  }

  /** Several values in parentheses. */
  record Several(List<Node> values) implements Node {
    @Override
    public void left(Output out) {
      out.add("(").list(values).add(")");
    }
  }

  /** A creation of an object. */
  record New(String word, List<Node> placement, Node type, List<Node> initial) implements Node {
    @Override
    public void left(Output out) {
      out.add(word).add(" ");
      if (!placement.isEmpty()) {
        out.add("(").list(placement).add(") ");
      }
      out.add(type);
      initial.forEach(out::add);
    }
  }

  /** The number of elements of a pack. */
  record PackSize(Node pack) implements Node {
    @Override
    public void left(Output out) {
      int size = pack instanceof Types.Parameter parameter ? parameter.packSize(out) : -1;
      if (size < 0) {
        out.add("sizeof...(").add(pack).add(")");
      } else {
        out.add(Integer.toString(size));
      }
    }
  }
}
