// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parses expressions and literals. One for each mangled name. */
final class ExpressionParser {

  /** The suffixes of literals whose types are not written. */
  private static final Map<String, String> SUFFIXES =
      Map.of(
          "int", "",
          "unsigned int", "u",
          "long", "l",
          "unsigned long", "ul",
          "long long", "ll",
          "unsigned long long", "ull");

  private static final Map<String, String> CASTS =
      Map.of(
          "dc", "dynamic_cast",
          "sc", "static_cast",
          "cc", "const_cast",
          "rc", "reinterpret_cast");

  private static final Map<String, String> ABOUT_TYPES =
      Map.of("st", "sizeof ", "at", "alignof ", "ti", "typeid ");

  private static final Map<String, String> ABOUT_VALUES =
      Map.of("sz", "sizeof ", "az", "alignof ", "te", "typeid ", "nx", "noexcept");

  private final NameCursor in;
  private final Parser names;

  ExpressionParser(NameCursor in, Parser names) {
    this.in = in;
    this.names = names;
  }

  /** {@code <expression>}. */
  Node expression() {
    in.enter();
    try {
      return any();
    } finally {
      in.leave();
    }
  }

  private Node any() {
    boolean isGlobal = in.isNext("gs");
    if (isGlobal) {
      in.skip(2);
    }
    char c = in.peek();
    if (c == 'L') {
      return literal();
    }
    if (c == 'T') {
      return names.types.templateParameter();
    }
    if (NameCursor.isDigit(c)) {
      return names.withOwnArguments(names.simpleName());
    }
    String word = "" + c + in.peek(1);
    if (c == 'f') {
      return parameterOrFold(word);
    }
    if (CASTS.containsKey(word)) {
      in.skip(2);
      Node type = names.types.type();
      return new Expressions.NamedCast(CASTS.getOrDefault(word, ""), type, expression());
    }
    if (ABOUT_TYPES.containsKey(word)) {
      in.skip(2);
      return new Expressions.Enclosed(ABOUT_TYPES.getOrDefault(word, ""), names.types.type());
    }
    if (ABOUT_VALUES.containsKey(word)) {
      in.skip(2);
      return new Expressions.Enclosed(ABOUT_VALUES.getOrDefault(word, ""), expression());
    }
    return operation(word, isGlobal);
  }

  private Node operation(String word, boolean isGlobal) {
    int place = in.place();
    in.skip(2);
    return switch (word) {
      case "cv" -> conversion();
      case "cl" -> new Expressions.Call(expression(), untilEnd());
      case "il" -> new Expressions.Braces(List.of(), untilEnd());
      case "tl" -> new Expressions.Braces(List.of(names.types.type()), untilEnd());
      case "dt" -> new Expressions.Member(expression(), ".", memberName());
      case "pt" -> new Expressions.Member(expression(), "->", memberName());
      case "qu" -> new Expressions.Choice(expression(), expression(), expression());
      case "sr" -> scoped();
      case "on" -> names.withOwnArguments(names.simpleName());
      case "sp" -> new Types.Expansion(expression());
      case "sZ" -> sizeOfPack();
      case "tw" -> new Expressions.Unary("throw ", expression());
      case "tr" -> new NameNodes.Plain("throw");
      case "nw" -> creation(isGlobal ? "::new" : "new");
      case "na" -> creation(isGlobal ? "::new[]" : "new[]");
      case "dl" -> new Expressions.Unary(isGlobal ? "::delete " : "delete ", expression());
      case "da" -> new Expressions.Unary(isGlobal ? "::delete[] " : "delete[] ", expression());
      case "pp" -> step("++");
      case "mm" -> step("--");
      default -> {
        in.back(place);
        yield operated(isGlobal);
      }
    };
  }

  private Node creation(String word) {
    List<Node> placement = new ArrayList<>();
    while (!in.take('_')) {
      placement.add(expression());
    }
    Node type = names.types.type();
    if (in.take('E')) {
      return new Expressions.New(word, placement, type, List.of());
    }
    if (in.take("pi")) {
      return new Expressions.New(
          word, placement, type, List.of(new Expressions.Several(untilEnd())));
    }
    Node braces = expression();
    in.require('E');
    return new Expressions.New(word, placement, type, List.of(braces));
  }

  private Node step(String operator) {
    return in.take('_')
        ? new Expressions.Unary(operator, expression())
        : new Expressions.Postfix(expression(), operator);
  }

  private Node operated(boolean isGlobal) {
    Operator operator = Operator.of(in.peek(), in.peek(1));
    if (operator == null || operator.operands() == 0 || isGlobal) {
      throw in.wrong();
    }
    in.skip(2);
    if (operator.operands() == 1) {
      Node operand = expression();
      // The address of a function is that of its name.
      return operator.text().equals("&")
              && operand instanceof NameNodes.Function function
              && function.name() instanceof NameNodes.Nested
          ? new Expressions.Unary("&", function.name())
          : new Expressions.Unary(operator.text(), operand);
    }
    return new Expressions.Binary(operator.text(), expression(), expression());
  }

  private Node conversion() {
    boolean before = in.inConversion;
    in.inConversion = false;
    Node type = names.types.type();
    in.inConversion = before;
    return new Expressions.Cast(type, in.take('_') ? untilEnd() : List.of(expression()));
  }

  private List<Node> untilEnd() {
    List<Node> nodes = new ArrayList<>();
    while (!in.take('E')) {
      nodes.add(expression());
    }
    return nodes;
  }

  private Node memberName() {
    if (in.isNext("sr") || in.isNext("gs")) {
      return expression();
    }
    in.take("on");
    return names.withOwnArguments(names.simpleName());
  }

  /** {@code <unresolved-name>}. */
  private Node scoped() {
    Node scope;
    if (in.take('N')) {
      scope = names.types.type();
      while (!in.take('E')) {
        scope = new NameNodes.Nested(scope, names.withOwnArguments(names.simpleName()));
      }
    } else if (NameCursor.isDigit(in.peek())) {
      scope = names.withOwnArguments(names.simpleName());
      while (NameCursor.isDigit(in.peek()) && !in.take('E')) {
        Node name = names.withOwnArguments(names.simpleName());
        scope = new NameNodes.Nested(scope, name);
      }
      if (!in.take('E')) {
        return scope;
      }
    } else {
      scope = names.types.type();
    }
    in.take("on");
    return new NameNodes.Nested(scope, names.withOwnArguments(names.simpleName()));
  }

  private Node sizeOfPack() {
    Node pack = in.peek() == 'T' ? names.types.templateParameter() : parameterOrFold("fp");
    return new Expressions.PackSize(pack);
  }

  private Node parameterOrFold(String word) {
    if (word.equals("fp") || (word.equals("fL") && NameCursor.isDigit(in.peek(2)))) {
      in.skip(2);
      if (word.equals("fL")) {
        in.number();
        in.require('p');
      }
      names.types.qualifiers();
      if (in.take('T')) {
        return new NameNodes.Plain("this");
      }
      return new NameNodes.Plain("{parm#" + (in.ordinal() + 1) + "}");
    }
    boolean isLeft = word.equals("fl") || word.equals("fL");
    boolean hasInitial = word.equals("fL") || word.equals("fR");
    if (!isLeft && !hasInitial && !word.equals("fr")) {
      throw in.wrong();
    }
    in.skip(2);
    Operator operator = Operator.of(in.peek(), in.peek(1));
    if (operator == null) {
      throw in.wrong();
    }
    in.skip(2);
    Node first = expression();
    if (!hasInitial) {
      return new Expressions.Fold(isLeft, operator.text(), first, List.of());
    }
    Node second = expression();
    return isLeft
        ? new Expressions.Fold(true, operator.text(), second, List.of(first))
        : new Expressions.Fold(false, operator.text(), first, List.of(second));
  }

  /** {@code <expr-primary>}. */
  Node literal() {
    in.require('L');
    if (in.take("_Z") || in.take("Z")) {
      Node entity = names.encoding();
      in.require('E');
      return entity;
    }
    Node type = names.types.type();
    if (in.take('E')) {
      return new Expressions.Literal(type, "0");
    }
    StringBuilder digits = new StringBuilder(in.take('n') ? "-" : "");
    while (!in.take('E')) {
      digits.append(in.next());
    }
    String number = digits.toString();
    if (type instanceof TypeParser.Builtin builtin) {
      if (builtin.text().equals("bool") && (number.equals("0") || number.equals("1"))) {
        return new NameNodes.Plain(number.equals("1") ? "true" : "false");
      }
      String suffix = SUFFIXES.get(builtin.text());
      if (suffix != null) {
        return new PlainNumber(number + suffix);
      }
      if (List.of("float", "double", "long double").contains(builtin.text())) {
        return new Expressions.Literal(type, "[" + number + "]");
      }
    }
    return new Expressions.Literal(type, number);
  }

  /** A number without its type. */
  record PlainNumber(String text) implements Node {
    @Override
    public void left(Output out) {
      out.add(text);
    }
  }
}
