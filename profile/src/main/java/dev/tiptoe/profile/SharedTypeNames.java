// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that types of several namespaces have among frames that are shown together, whatever
 * their modules: in written methods, these types have their namespaces. Within a module the style
 * of C# does the same already, for the types that the module knows.
 *
 * <p>Only the type that declares a method counts, or the outermost around it. As in a module, a
 * type of a namespace that begins with {@code <} has it written, but others do not for its sake.
 *
 * <p>Mutable, not thread-safe. Takes time and memory proportional to the frames.
 */
final class SharedTypeNames {

  private static final Pattern FILE_LOCAL = Pattern.compile("<\\w+>F[0-9A-F]{64}__");

  /** The first namespace of each name, and that among those that were written. */
  private final Map<String, String> any = new HashMap<>();

  private final Map<String, String> written = new HashMap<>();

  /** The names of several namespaces, and those of several that were written. */
  private final Set<String> shared = new HashSet<>();

  private final Set<String> sharedOfWritten = new HashSet<>();

  /**
   * A type at top level.
   *
   * @param name as in C#, without type parameters
   * @param isGeneric whether it has any of its own
   */
  private record Type(String namespace, String name, boolean isGeneric) {

    /** Returns a text that is different for different types of one namespace. */
    String key() {
      return isGeneric ? name + '<' : name;
    }

    boolean isMadeUp() {
      return namespace.startsWith("<");
    }

    boolean begins(String text) {
      return begins(text, name);
    }

    boolean beginsQualified(String text) {
      return !namespace.isEmpty() && begins(text, namespace + '.' + name);
    }

    private boolean begins(String text, String type) {
      return text.length() > type.length()
          && text.startsWith(type)
          && text.charAt(type.length()) == (isGeneric ? '<' : '.');
    }
  }

  /** Returns frames with their namespaces where these are all that distinguishes their types. */
  static List<Frame> disambiguated(List<Frame> frames) {
    SharedTypeNames names = new SharedTypeNames();
    names.add(frames);
    return names.applied(frames);
  }

  /** Adds the types of frames. */
  void add(List<Frame> frames) {
    frames.forEach(frame -> type(frame).ifPresent(this::add));
  }

  private void add(Type type) {
    add(type, any, shared);
    if (!type.isMadeUp()) {
      add(type, written, sharedOfWritten);
    }
  }

  private static void add(Type type, Map<String, String> first, Set<String> shared) {
    String other = first.putIfAbsent(type.key(), type.namespace());
    if (other != null && !other.equals(type.namespace())) {
      shared.add(type.key());
    }
  }

  /** Returns whether no name is of several namespaces. */
  boolean areNone() {
    return shared.isEmpty();
  }

  /** Returns frames in the same order, with their namespaces where the added ones require it. */
  List<Frame> applied(List<Frame> frames) {
    return areNone() ? List.copyOf(frames) : frames.stream().map(this::applied).toList();
  }

  private Frame applied(Frame frame) {
    return type(frame)
        .filter(type -> !type.namespace().isEmpty() && isShared(type))
        .filter(type -> !type.beginsQualified(frame.written()))
        .map(type -> frame.writtenAs(type.namespace() + '.' + frame.written()))
        .orElse(frame);
  }

  private boolean isShared(Type type) {
    return (type.isMadeUp() ? shared : sharedOfWritten).contains(type.key());
  }

  /**
   * Returns the outermost type of a frame's method; empty where the written method does not begin
   * with its name, as that of a keyword does not.
   */
  private static Optional<Type> type(Frame frame) {
    int end = frame.written().isEmpty() ? -1 : frame.method().indexOf("::");
    return end < 0
        ? Optional.empty()
        : Optional.of(type(frame.method(), end))
            .filter(it -> it.begins(frame.written()) || it.beginsQualified(frame.written()));
  }

  /** Returns the type at the beginning of a method in the reflection style. */
  private static Type type(String method, int limit) {
    int name = 0;
    int end = 0;
    while (end < limit && !endsName(method, name, end)) {
      if (method.charAt(end) == '<') {
        end = Math.min(limit - 1, Math.max(end, method.indexOf('>', end)));
      } else if (method.charAt(end) == '.') {
        name = end + 1;
      }
      end++;
    }
    String namespace = method.substring(0, Math.max(0, name - 1));
    int arity = method.lastIndexOf('`', end);
    boolean isGeneric = arity > name;
    return new Type(
        namespace, inSource(method.substring(name, isGeneric ? arity : end)), isGeneric);
  }

  /** Returns whether a name ends: one that a compiler made may begin with angle brackets. */
  private static boolean endsName(String method, int name, int at) {
    char next = method.charAt(at);
    return next == '+' || next == '[' || (next == '<' && at > name);
  }

  /** A file-local type has its name from the source behind what the compiler put there. */
  private static String inSource(String name) {
    if (!name.startsWith("<")) {
      return name;
    }
    Matcher fileLocal = FILE_LOCAL.matcher(name);
    return fileLocal.lookingAt() ? name.substring(fileLocal.end()) : name;
  }
}
