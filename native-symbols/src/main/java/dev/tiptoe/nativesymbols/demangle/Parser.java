// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses encodings and names. One for each mangled name.
 *
 * <p>It is longer than other classes: the rules of the grammar for names are one set, which refer
 * to each other throughout.
 */
final class Parser {

  private static final Map<Character, NameNodes.Special> ABBREVIATIONS =
      Map.of(
          'a', new NameNodes.Special("std::allocator", "allocator"),
          'b', new NameNodes.Special("std::basic_string", "basic_string"),
          's', new NameNodes.Special("std::string", "basic_string"),
          'i', new NameNodes.Special("std::istream", "basic_istream"),
          'o', new NameNodes.Special("std::ostream", "basic_ostream"),
          'd', new NameNodes.Special("std::iostream", "basic_iostream"));

  /** The same, spelled out, as constructors and destructors have them. */
  private static final Map<Character, String> SPELLED_OUT =
      Map.of(
          'a', "std::allocator",
          'b', "std::basic_string",
          's', "std::basic_string<char, std::char_traits<char>, std::allocator<char> >",
          'i', "std::basic_istream<char, std::char_traits<char> >",
          'o', "std::basic_ostream<char, std::char_traits<char> >",
          'd', "std::basic_iostream<char, std::char_traits<char> >");

  final NameCursor in;
  final TypeParser types;
  final ExpressionParser expressions;

  /** What a name says about the function that it names. */
  static final class Traits {
    boolean endsWithArguments;
    boolean hasNoResult;
    String qualifiers = "";

    /** Whether the name is that of a type, whose template parameters are those outside. */
    private boolean isOfType;

    static Traits ofType() {
      Traits traits = new Traits();
      traits.isOfType = true;
      return traits;
    }
  }

  Parser(String text, int at) {
    in = new NameCursor(text, at);
    types = new TypeParser(in, this);
    expressions = new ExpressionParser(in, this);
  }

  /** The whole mangled name, with the suffixes of copies that the compiler made. */
  Node wholeName() {
    Node node = encoding();
    while (in.peek() == '.' && isSuffix(in.peek(1))) {
      node = new NameNodes.Clone(node, suffix());
    }
    if (!in.atEnd()) {
      throw in.wrong();
    }
    return node;
  }

  private static boolean isSuffix(char c) {
    return NameCursor.isLower(c) || NameCursor.isDigit(c) || c == '_';
  }

  /** A word and the numbers behind it. */
  private String suffix() {
    StringBuilder suffix = new StringBuilder().append(in.next());
    if (!NameCursor.isDigit(in.peek())) {
      while (NameCursor.isLower(in.peek()) || in.peek() == '_') {
        suffix.append(in.next());
      }
    } else {
      digits(suffix);
    }
    while (in.peek() == '.' && NameCursor.isDigit(in.peek(1))) {
      suffix.append(in.next());
      digits(suffix);
    }
    return suffix.toString();
  }

  private void digits(StringBuilder to) {
    while (NameCursor.isDigit(in.peek())) {
      to.append(in.next());
    }
  }

  // ---- encodings

  /** {@code <encoding>}: a function, a variable or something special. */
  Node encoding() {
    in.enter();
    try {
      return in.peek() == 'T' || in.peek() == 'G' ? special() : entity();
    } finally {
      in.leave();
    }
  }

  private boolean isEndOfEncoding() {
    char c = in.peek();
    return in.atEnd() || c == 'E' || c == '.' || c == '_';
  }

  private Node entity() {
    List<Node> outerArguments = in.templateArguments;
    in.templateArguments = new ArrayList<>();
    Traits traits = new Traits();
    Node name = name(traits);
    if (isEndOfEncoding()) {
      in.templateArguments = outerArguments;
      return name;
    }
    Node result = traits.endsWithArguments && !traits.hasNoResult ? types.type() : null;
    List<Node> parameters = parameters();
    List<Node> arguments = in.templateArguments;
    in.templateArguments = outerArguments;
    return new NameNodes.Function(result, name, parameters, traits.qualifiers, arguments);
  }

  private List<Node> parameters() {
    List<Node> parameters = new ArrayList<>();
    if (in.take('v')) {
      return parameters;
    }
    do {
      parameters.add(types.type());
    } while (!isEndOfEncoding());
    return parameters;
  }

  private static final Map<String, String> SPECIAL_TYPES =
      Map.of(
          "TV", "vtable for ",
          "TT", "VTT for ",
          "TI", "typeinfo for ",
          "TS", "typeinfo name for ",
          "TF", "typeinfo fn for ");

  private static final Map<String, String> SPECIAL_NAMES =
      Map.of(
          "TH", "TLS init function for ",
          "TW", "TLS wrapper function for ",
          "GV", "guard variable for ",
          "GA", "hidden alias for ");

  private Node special() {
    String word = in.take(2);
    if (SPECIAL_TYPES.containsKey(word)) {
      return new NameNodes.Prefixed(SPECIAL_TYPES.get(word), types.type());
    }
    if (SPECIAL_NAMES.containsKey(word)) {
      return new NameNodes.Prefixed(SPECIAL_NAMES.get(word), name(new Traits()));
    }
    return switch (word) {
      case "Th", "Tv" -> {
        callOffset(word.charAt(1));
        String kind = word.equals("Th") ? "non-virtual" : "virtual";
        yield new NameNodes.Prefixed(kind + " thunk to ", encoding());
      }
      case "Tc" -> {
        callOffset(in.next());
        callOffset(in.next());
        yield new NameNodes.Prefixed("covariant return thunk to ", encoding());
      }
      case "TA" -> new NameNodes.Prefixed("template parameter object for ", templateArgument());
      case "TC" -> {
        Node derived = types.type();
        in.number();
        in.require('_');
        yield new NameNodes.ConstructionTable(derived, types.type());
      }
      case "GR" -> {
        Node name = name(new Traits());
        yield new NameNodes.Prefixed("reference temporary #" + in.sequence() + " for ", name);
      }
      case "GT" -> {
        if (!in.take('t')) {
          in.require('n');
        }
        yield new NameNodes.Prefixed("transaction clone for ", encoding());
      }
      default -> throw in.wrong();
    };
  }

  private void callOffset(char kind) {
    if (kind != 'h' && kind != 'v') {
      throw in.wrong();
    }
    in.signedNumber();
    in.require('_');
    if (kind == 'v') {
      in.signedNumber();
      in.require('_');
    }
  }

  // ---- names

  /** {@code <name>}. */
  Node name(Traits traits) {
    in.enter();
    try {
      if (in.peek() == 'N') {
        return nestedName(traits);
      }
      if (in.peek() == 'Z') {
        return localName(traits);
      }
      if (in.peek() == 'S' && in.peek(1) != 't') {
        Node substitution = substitution();
        if (in.peek() != 'I') {
          return abbreviationAsName(substitution, traits);
        }
        return withArguments(substitution, traits);
      }
      Node name = unscopedName(traits);
      return in.peek() == 'I' ? withArguments(in.substitutable(name), traits) : name;
    } finally {
      in.leave();
    }
  }

  private Node abbreviationAsName(Node substitution, Traits traits) {
    // A whole name is never a substitution of its own.
    if (traits.endsWithArguments || !(substitution instanceof NameNodes.Special)) {
      throw in.wrong();
    }
    return substitution;
  }

  private Node withArguments(Node name, Traits traits) {
    traits.endsWithArguments = true;
    return new NameNodes.Template(name, templateArguments(!traits.isOfType));
  }

  private Node unscopedName(Traits traits) {
    boolean isStd = in.take("St");
    Node name = unqualifiedName(traits, null);
    return isStd ? new NameNodes.Nested(new NameNodes.Plain("std"), name) : name;
  }

  private Node localName(Traits traits) {
    in.require('Z');
    Node function = encoding();
    in.require('E');
    if (in.take('s')) {
      discriminator();
      return new NameNodes.Local(function, new NameNodes.Plain("string literal"));
    }
    if (in.take('d')) {
      int number = in.ordinal() + 1;
      Node name = name(traits);
      return new NameNodes.Local(function, new NameNodes.DefaultArgument(number, name));
    }
    Node name = name(traits);
    discriminator();
    return new NameNodes.Local(function, name);
  }

  private void discriminator() {
    if (in.peek() != '_') {
      return;
    }
    if (in.peek(1) == '_' && NameCursor.isDigit(in.peek(2))) {
      in.skip(2);
      in.number();
      in.take('_');
    } else if (NameCursor.isDigit(in.peek(1))) {
      in.skip(2);
    }
  }

  private Node nestedName(Traits traits) {
    in.require('N');
    in.take('H');
    String qualifiers = types.qualifiers();
    qualifiers += in.take('O') ? " &&" : in.take('R') ? " &" : "";
    Node name = null;
    while (!in.take('E')) {
      traits.endsWithArguments = false;
      name = component(name, traits);
      in.take('M');
    }
    if (name == null || in.substitutions.isEmpty()) {
      throw in.wrong();
    }
    // The whole name is no substitution: only its prefixes are.
    in.substitutions.remove(in.substitutions.size() - 1);
    traits.qualifiers = qualifiers;
    return name;
  }

  /** One more part of a nested name; each prefix is a substitution. */
  private Node component(@Nullable Node scope, Traits traits) {
    char c = in.peek();
    if (c == 'T' && scope == null) {
      return in.substitutable(types.templateParameter());
    }
    if (c == 'I') {
      if (scope == null) {
        throw in.wrong();
      }
      return in.substitutable(withArguments(scope, traits));
    }
    if (c == 'D' && (in.peek(1) == 't' || in.peek(1) == 'T') && scope == null) {
      return in.substitutable(types.decltype());
    }
    if (c == 'S' && scope == null) {
      if (in.take("St")) {
        return in.substitutable(
            new NameNodes.Nested(new NameNodes.Plain("std"), unqualifiedName(traits, null)));
      }
      Node substitution = substitution();
      // What follows makes the next one; the end removes one, so this one counts for the time.
      if (in.peek() == 'E') {
        in.substitutable(substitution);
      }
      return substitution;
    }
    Node name = unqualifiedName(traits, scope);
    return in.substitutable(scope == null ? name : new NameNodes.Nested(scope, name));
  }

  /** {@code <unqualified-name>} with its tags. */
  private Node unqualifiedName(Traits traits, @Nullable Node scope) {
    in.take('L');
    char c = in.peek();
    Node name;
    if (NameCursor.isDigit(c)) {
      name = sourceName();
    } else if (c == 'U') {
      name = unnamedType();
    } else if ((c == 'C' || (c == 'D' && in.peek(1) != 'C')) && scope != null) {
      name = structor(scope, traits);
    } else if (in.take("DC")) {
      List<Node> names = new ArrayList<>();
      do {
        names.add(sourceName());
      } while (!in.take('E'));
      name = new NameNodes.Binding(names);
    } else {
      name = operatorName(traits);
    }
    while (in.take('B')) {
      name = new NameNodes.Tagged(name, in.take(in.number()));
    }
    return name;
  }

  /** {@code <source-name>}. */
  Node sourceName() {
    int length = in.number();
    if (length == 0) {
      throw in.wrong();
    }
    String text = in.take(length);
    boolean isAnonymous =
        text.length() >= 10
            && text.startsWith("_GLOBAL_")
            && "._$".indexOf(text.charAt(8)) >= 0
            && text.charAt(9) == 'N';
    return new NameNodes.Plain(isAnonymous ? "(anonymous namespace)" : text);
  }

  private Node structor(Node scope, Traits traits) {
    boolean isDestructor = in.next() == 'D';
    boolean inherits = !isDestructor && in.take('I');
    char variant = in.next();
    if (variant < '0' || variant > '5') {
      throw in.wrong();
    }
    if (inherits) {
      types.type();
    }
    traits.hasNoResult = true;
    return new NameNodes.Structor(scope, isDestructor);
  }

  private Node unnamedType() {
    if (in.take("Ut")) {
      return in.substitutable(new NameNodes.Unnamed(in.ordinal() + 1));
    }
    if (!in.take("Ul")) {
      throw in.wrong();
    }
    List<Node> parameters = new ArrayList<>();
    if (!in.take('v')) {
      do {
        parameters.add(types.type());
      } while (in.peek() != 'E');
    }
    in.require('E');
    return new NameNodes.Lambda(parameters, in.ordinal() + 1);
  }

  private Node operatorName(Traits traits) {
    if (in.take("cv")) {
      boolean before = in.inConversion;
      in.inConversion = true;
      Node type = types.type();
      in.inConversion = before;
      traits.hasNoResult = true;
      return new NameNodes.Conversion(type);
    }
    if (in.take("li")) {
      return new NameNodes.Prefixed("operator\"\" ", sourceName());
    }
    Operator operator = Operator.of(in.peek(), in.peek(1));
    if (operator == null) {
      throw in.wrong();
    }
    in.skip(2);
    // A word, such as new, has a space before it.
    String text = operator.text();
    return new NameNodes.Plain("operator" + (NameCursor.isLower(text.charAt(0)) ? " " : "") + text);
  }

  // ---- substitutions and template arguments

  /** {@code <substitution>}, but for the scope {@code St}. */
  Node substitution() {
    in.require('S');
    char c = in.peek();
    if (NameCursor.isLower(c)) {
      in.next();
      NameNodes.Special special = ABBREVIATIONS.get(c);
      if (special == null) {
        throw in.wrong();
      }
      if (in.peek() == 'C' || in.peek() == 'D') {
        special = new NameNodes.Special(SPELLED_OUT.getOrDefault(c, ""), special.baseName());
      }
      Node name = special;
      if (in.peek() == 'B') {
        while (in.take('B')) {
          name = new NameNodes.Tagged(name, in.take(in.number()));
        }
        in.substitutable(name);
      }
      return name;
    }
    int index = in.sequence();
    if (index >= in.substitutions.size()) {
      throw in.wrong();
    }
    return in.substitutions.get(index);
  }

  /**
   * {@code <template-args>}.
   *
   * @param ofFunction whether template parameters that follow stand for them
   */
  Node templateArguments(boolean ofFunction) {
    in.enter();
    in.require('I');
    List<Node> arguments = new ArrayList<>();
    if (ofFunction) {
      in.templateArguments = new ArrayList<>();
    }
    List<Node> standFor = in.templateArguments;
    while (!in.take('E')) {
      Node argument = templateArgument();
      arguments.add(argument);
      if (ofFunction) {
        standFor.add(argument);
        in.templateArguments = standFor;
      }
    }
    in.leave();
    return new NameNodes.Arguments(arguments);
  }

  private Node templateArgument() {
    in.enter();
    try {
      if (in.take('X')) {
        Node expression = expressions.expression();
        in.require('E');
        return expression;
      }
      if (in.peek() == 'L') {
        return expressions.literal();
      }
      if (in.take('J')) {
        List<Node> pack = new ArrayList<>();
        while (!in.take('E')) {
          pack.add(templateArgument());
        }
        return new Types.ArgumentPack(pack);
      }
      return types.type();
    } finally {
      in.leave();
    }
  }

  /** The arguments of a name within an expression or type. */
  Node withOwnArguments(Node name) {
    return in.peek() == 'I' ? new NameNodes.Template(name, templateArguments(false)) : name;
  }

  /** A name without a scope, as expressions have it. */
  Node simpleName() {
    return unqualifiedName(new Traits(), null);
  }
}
