// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.FullName;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The name of a type in the form of reflection, such as {@code N.Outer+Inner`1[[System.Int32,
 * mscorlib]][], Assembly, Version=1.0.0.0}. Immutable; equal when composed of the same parts.
 *
 * @param path the name of the outermost type, with its namespace, and those of the types inside it;
 *     not escaped
 * @param arguments type arguments; empty for a type that is not generic or not instantiated
 * @param suffix the modifiers of the type: {@code *}, {@code &}, {@code []} and the like, in order
 * @param assembly the name of its assembly as it is written; empty when none is
 * @ecma II.23.3
 */
public record SerializedTypeName(
    List<String> path, List<SerializedTypeName> arguments, String suffix, String assembly) {

  static final String SPECIAL = "+,[]&*\\";

  /** Copies the lists. */
  public SerializedTypeName {
    path = List.copyOf(path);
    arguments = List.copyOf(arguments);
    if (path.isEmpty() || path.contains("")) {
      throw new IllegalArgumentException("a name without letters in " + path);
    }
  }

  /** Parses a name; empty when {@code text} is not one, or is nested deeper than any real one. */
  public static Optional<SerializedTypeName> parse(String text) {
    return new SerializedTypeNameParser(text).parse();
  }

  /** Returns the namespace of the outermost type; empty for none. */
  public String namespace() {
    return outermost().namespace();
  }

  /** Returns the outermost type's name without namespace. */
  public String name() {
    return outermost().name();
  }

  private FullName outermost() {
    return FullName.of(path.get(0));
  }

  /** Returns the simple name of its assembly; empty when none is given. */
  public String assemblyName() {
    int comma = assembly.indexOf(',');
    return (comma < 0 ? assembly : assembly.substring(0, comma)).strip();
  }

  /**
   * Returns the type of that path which {@code image} itself defines, whatever the name's assembly.
   */
  public Optional<TypeDef> in(Image image) {
    FullName outermost = outermost();
    Optional<TypeDef> type = image.findType(outermost.namespace(), outermost.name());
    for (String nested : path.subList(1, path.size())) {
      type = type.flatMap(outer -> image.findNested(outer, nested));
    }
    return type;
  }

  /** Returns the name, escaped again. */
  @Override
  public String toString() {
    String name = path.stream().map(SerializedTypeName::escaped).collect(Collectors.joining("+"));
    String types =
        arguments.isEmpty()
            ? ""
            : arguments.stream()
                .map(SerializedTypeName::bracketed)
                .collect(Collectors.joining(",", "[", "]"));
    return name + types + suffix + (assembly.isEmpty() ? "" : ", " + assembly);
  }

  private String bracketed() {
    return "[" + this + "]";
  }

  private static String escaped(String name) {
    // A reader skips unescaped spaces before a name.
    StringBuilder text = new StringBuilder(name.startsWith(" ") ? "\\" : "");
    name.chars().forEach(c -> text.append(SPECIAL.indexOf(c) < 0 ? "" : "\\").append((char) c));
    return text.toString();
  }
}
