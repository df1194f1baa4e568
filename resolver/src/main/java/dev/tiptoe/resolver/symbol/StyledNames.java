// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.resolver.answer.ModuleImage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each style of names has of its own: the names of rows, and how type arguments and members
 * are written. Thread-safe; keeps the names of images as long as these.
 */
final class StyledNames {

  /** By image; images are compared by identity. */
  private final Cache<Image, Map<NameStyle, Names>> names =
      Caffeine.newBuilder().weakKeys().build();

  /** Returns the names of a module's rows. */
  Names of(ModuleImage.Opened module, NameStyle style) {
    if (style == module.names().style()) {
      return module.names();
    }
    return names
        .get(module.image(), image -> new ConcurrentHashMap<>())
        .computeIfAbsent(style, each -> new Names(module.image(), each));
  }

  /** Returns what stands between a type and its member. */
  static String separator(NameStyle style) {
    return style == NameStyle.CSHARP ? "." : "::";
  }

  /**
   * Returns the name of an instantiation.
   *
   * @param definition the name of the definition; in C# with its parameters
   */
  static String over(String definition, List<String> arguments, NameStyle style) {
    if (arguments.isEmpty()) {
      return definition;
    }
    return switch (style) {
      case REFLECTION -> definition + "<" + String.join(",", arguments) + ">";
      case CLR -> definition + "[" + String.join(",", arguments) + "]";
      case CSHARP -> replaced(definition, arguments);
      case DOCID -> definition;
    };
  }

  /** Returns a member, which ends with its parameters, with the type arguments of its own. */
  static String memberOver(String member, List<String> arguments, NameStyle style) {
    int end = style == NameStyle.CSHARP ? member.indexOf('(') : -1;
    return end < 0
        ? over(member, arguments, style)
        : over(member.substring(0, end), arguments, style) + member.substring(end);
  }

  /**
   * Replaces the type parameters in {@code Outer<A>.Inner<B>}; where they are not as many as the
   * arguments, these follow at the end.
   */
  private static String replaced(String definition, List<String> arguments) {
    StringBuilder text = new StringBuilder();
    int used = 0;
    for (int at = 0; at < definition.length(); at++) {
      char each = definition.charAt(at);
      int end = each == '<' && isBehindName(definition, at) ? definition.indexOf('>', at) : -1;
      if (end < 0) {
        text.append(each);
        continue;
      }
      int count = (int) definition.substring(at, end).chars().filter(c -> c == ',').count() + 1;
      if (used + count > arguments.size()) {
        return definition + "<" + String.join(", ", arguments) + ">";
      }
      text.append('<').append(String.join(", ", arguments.subList(used, used + count))).append('>');
      used += count;
      at = end;
    }
    return used == arguments.size()
        ? text.toString()
        : definition + "<" + String.join(", ", arguments) + ">";
  }

  /** The names that compilers make begin with such a bracket. */
  private static boolean isBehindName(String text, int at) {
    return at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1));
  }
}
