// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses types. One for each mangled name. */
final class TypeParser {

  private static final Map<Character, String> BUILTIN =
      Map.ofEntries(
          Map.entry('v', "void"),
          Map.entry('w', "wchar_t"),
          Map.entry('b', "bool"),
          Map.entry('c', "char"),
          Map.entry('a', "signed char"),
          Map.entry('h', "unsigned char"),
          Map.entry('s', "short"),
          Map.entry('t', "unsigned short"),
          Map.entry('i', "int"),
          Map.entry('j', "unsigned int"),
          Map.entry('l', "long"),
          Map.entry('m', "unsigned long"),
          Map.entry('x', "long long"),
          Map.entry('y', "unsigned long long"),
          Map.entry('n', "__int128"),
          Map.entry('o', "unsigned __int128"),
          Map.entry('f', "float"),
          Map.entry('d', "double"),
          Map.entry('e', "long double"),
          Map.entry('g', "__float128"),
          Map.entry('z', "..."));

  /** Those that begin with {@code D}. */
  private static final Map<Character, String> MORE_BUILTIN =
      Map.of(
          'd', "decimal64",
          'e', "decimal128",
          'f', "decimal32",
          'h', "_Float16",
          's', "char16_t",
          'i', "char32_t",
          'u', "char8_t",
          'a', "auto",
          'c', "decltype(auto)",
          'n', "decltype(nullptr)");

  private final NameCursor in;
  private final Parser names;

  TypeParser(NameCursor in, Parser names) {
    this.in = in;
    this.names = names;
  }

  /** {@code <CV-qualifiers>}, as they are printed. */
  String qualifiers() {
    String text = in.take('r') ? " restrict" : "";
    // They are printed from the inside to the outside.
    String isVolatile = in.take('V') ? " volatile" : "";
    return (in.take('K') ? " const" : "") + isVolatile + text;
  }

  /** {@code <type>}. */
  Node type() {
    in.enter();
    try {
      return anyType();
    } finally {
      in.leave();
    }
  }

  private Node anyType() {
    char c = in.peek();
    String builtin = BUILTIN.get(c);
    if (builtin != null) {
      in.next();
      return new Builtin(builtin);
    }
    return switch (c) {
      case 'r', 'V', 'K' -> qualified();
      case 'U' -> vendorQualified();
      case 'u' -> {
        in.next();
        yield in.substitutable(names.withOwnArguments(names.sourceName()));
      }
      case 'D' -> beginningWithD();
      case 'F' -> in.substitutable(function(""));
      case 'A' -> in.substitutable(array());
      case 'M' -> in.substitutable(memberPointer());
      case 'T' -> parameterOrElaborated();
      case 'P' -> in.substitutable(new Types.Pointer(behind(1)));
      case 'R' -> in.substitutable(new Types.Reference(behind(1), false));
      case 'O' -> in.substitutable(new Types.Reference(behind(1), true));
      case 'C' -> in.substitutable(new Types.Qualified(behind(1), " _Complex"));
      case 'G' -> in.substitutable(new Types.Qualified(behind(1), " _Imaginary"));
      case 'S' -> substitutionOrStd();
      default -> in.substitutable(names.name(Parser.Traits.ofType()));
    };
  }

  /** A type of the language, whose literals have forms of their own. */
  record Builtin(String text) implements Node {
    @Override
    public void left(Output out) {
      out.add(text);
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  private Node behind(int count) {
    in.skip(count);
    return type();
  }

  private Node qualified() {
    int place = in.place();
    String qualifiers = qualifiers();
    boolean isFunction =
        in.peek() == 'F'
            || in.isNext("Do")
            || in.isNext("DO")
            || in.isNext("Dw")
            || in.isNext("Dx");
    if (isFunction) {
      return in.substitutable(function(qualifiers));
    }
    if (place == in.place()) {
      throw in.wrong();
    }
    return in.substitutable(new Types.Qualified(type(), qualifiers));
  }

  private Node vendorQualified() {
    if (in.peek(1) == 'l' || in.peek(1) == 't') {
      return in.substitutable(names.name(Parser.Traits.ofType()));
    }
    in.next();
    Node qualifier = names.withOwnArguments(names.sourceName());
    Output text = new Output();
    text.add(" ").add(qualifier);
    return in.substitutable(new Types.Qualified(type(), text.text()));
  }

  private Node beginningWithD() {
    char c = in.peek(1);
    String builtin = MORE_BUILTIN.get(c);
    if (builtin != null) {
      in.skip(2);
      return new Builtin(builtin);
    }
    return switch (c) {
      case 't', 'T' -> in.substitutable(decltype());
      case 'p' -> in.substitutable(new Types.Expansion(behind(2)));
      case 'v' -> in.substitutable(vector());
      case 'F' -> floatOfBits();
      case 'o', 'O', 'w', 'x' -> in.substitutable(function(""));
      default -> throw in.wrong();
    };
  }

  private Node floatOfBits() {
    in.skip(2);
    String bits = in.signedNumber();
    if (in.take("b")) {
      return new Builtin("std::bfloat" + bits + "_t");
    }
    String suffix = in.take('x') ? "x" : "";
    in.take('_');
    return new Builtin("_Float" + bits + suffix);
  }

  /** {@code <decltype>}. */
  Node decltype() {
    in.skip(2);
    Node expression = names.expressions.expression();
    in.require('E');
    return new Expressions.Enclosed("decltype ", expression);
  }

  private Node vector() {
    in.skip(2);
    Node length = in.take('_') ? names.expressions.expression() : number();
    in.require('_');
    return new Types.Vector(type(), length);
  }

  private Node number() {
    return new NameNodes.Plain(in.signedNumber());
  }

  private Node function(String before) {
    String exceptions = exceptions();
    in.take("Dx");
    in.require('F');
    in.take('Y');
    Node result = type();
    List<Node> parameters = new ArrayList<>();
    String reference = "";
    while (!in.take('E')) {
      if (in.take("RE")) {
        reference = " &";
        break;
      }
      if (in.take("OE")) {
        reference = " &&";
        break;
      }
      if (!in.take('v')) {
        parameters.add(type());
      }
    }
    return new Types.FunctionType(result, parameters, before + reference + exceptions);
  }

  private String exceptions() {
    if (in.take("Do")) {
      return " noexcept";
    }
    Output text = new Output();
    if (in.take("DO")) {
      text.add(" noexcept(").add(names.expressions.expression()).add(")");
      in.require('E');
    } else if (in.take("Dw")) {
      List<Node> thrown = new ArrayList<>();
      while (!in.take('E')) {
        thrown.add(type());
      }
      text.add(" throw(").list(thrown).add(")");
    }
    return text.text();
  }

  private Node array() {
    in.require('A');
    @Nullable Node length = null;
    if (NameCursor.isDigit(in.peek())) {
      length = number();
    } else if (in.peek() != '_') {
      length = names.expressions.expression();
    }
    in.require('_');
    return new Types.Array(type(), length);
  }

  private Node memberPointer() {
    in.require('M');
    Node owner = type();
    return new Types.MemberPointer(owner, type());
  }

  private Node parameterOrElaborated() {
    char c = in.peek(1);
    if (c == 's' || c == 'u' || c == 'e') {
      in.skip(2);
      return in.substitutable(names.name(Parser.Traits.ofType()));
    }
    Node parameter = in.substitutable(templateParameter());
    if (in.peek() == 'I' && !in.inConversion) {
      // A parameter that is a template.
      return in.substitutable(names.withOwnArguments(parameter));
    }
    return parameter;
  }

  private Node substitutionOrStd() {
    if (in.peek(1) == 't') {
      return in.substitutable(names.name(Parser.Traits.ofType()));
    }
    Node substitution = names.substitution();
    return in.peek() == 'I' ? in.substitutable(names.withOwnArguments(substitution)) : substitution;
  }

  /** {@code <template-param>}. */
  Node templateParameter() {
    in.require('T');
    if (in.take('L')) {
      in.ordinal();
    }
    int index = in.ordinal();
    return new Types.Parameter(index);
  }
}
