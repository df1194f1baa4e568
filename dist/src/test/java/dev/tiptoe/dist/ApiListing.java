// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public API of a module, a line for each type and each member that is seen from outside: what
 * is public or protected in the packages that the module exports to all.
 *
 * @param home the root of the checkout, which has been built
 * @param module the module's folder
 */
record ApiListing(Path home, String module) {

  private static final Pattern EXPORT = Pattern.compile("(?m)^ *exports ([\\w.]+);");

  private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");
  private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf");

  /** Returns the lines in their order. */
  SortedSet<String> lines() throws IOException {
    Set<String> packages = exports();
    Path classes = home.resolve(module).resolve("target/classes");
    SortedSet<String> lines = new TreeSet<>();
    for (String name : packages) {
      try (Stream<Path> files = Files.list(classes.resolve(name.replace('.', '/')))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          Class<?> type = load(classes.relativize(file));
          if (isSeen(type)) {
            list(type, lines);
          }
        }
      }
    }
    return lines;
  }

  /** Without a module descriptor everything is seen that is public. */
  private Set<String> exports() throws IOException {
    Path sources = home.resolve(module).resolve("src/main/java");
    Path descriptor = sources.resolve("module-info.java");
    if (!Files.exists(descriptor)) {
      try (Stream<Path> files = Files.walk(sources)) {
        return files
            .filter(file -> file.endsWith("package-info.java"))
            .map(file -> sources.relativize(file).toString())
            .map(file -> file.substring(0, file.lastIndexOf('/')).replace('/', '.'))
            .collect(Collectors.toSet());
      }
    }
    String text = Files.readString(descriptor);
    return EXPORT.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  private static Class<?> load(Path file) {
    String name = file.toString().replaceFirst("\\.class$", "").replace('/', '.');
    try {
      return Class.forName(name, false, ApiListing.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isSeen(Class<?> type) {
    boolean itself = isSeen(type.getModifiers());
    @Nullable Class<?> around = type.getEnclosingClass();
    return itself
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && (around == null || isSeen(around));
  }

  private static boolean isSeen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static void list(Class<?> type, Set<String> lines) {
    String name = Signature.of(type);
    lines.add(name + " = " + header(type));
    members(type).forEach(member -> lines.add(name + ": " + member));
  }

  private static String header(Class<?> type) {
    return Stream.of(
            modifiers(type),
            kind(type),
            Signature.typeParameters(type.getTypeParameters()),
            components(type),
            supertypes(type),
            permitted(type))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static String modifiers(Class<?> type) {
    boolean plain = !type.isInterface() && !type.isEnum() && !type.isRecord();
    int seen = Modifier.PROTECTED | (plain ? Modifier.ABSTRACT | Modifier.FINAL : 0);
    boolean inner = type.isMemberClass() && plain && !Modifier.isStatic(type.getModifiers());
    String modifiers = Modifier.toString(type.getModifiers() & seen);
    return Stream.of(inner ? "inner" : "", modifiers, isSealed(type) ? "sealed" : "")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** An enum whose constants have bodies is sealed in the class file only. */
  private static boolean isSealed(Class<?> type) {
    return type.isSealed() && !type.isEnum();
  }

  private static String kind(Class<?> type) {
    return type.isAnnotation()
        ? "annotation"
        : type.isInterface()
            ? "interface"
            : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
  }

  private static String components(Class<?> type) {
    RecordComponent @Nullable [] components = type.getRecordComponents();
    return components == null
        ? ""
        : Arrays.stream(components)
            .map(part -> Signature.of(part.getAnnotatedType()) + " " + part.getName())
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The superclass only where it is seen: what is not is between two types and of no use. */
  private static String supertypes(Class<?> type) {
    List<String> names = new ArrayList<>();
    @Nullable AnnotatedType parent = type.getAnnotatedSuperclass();
    @Nullable Class<?> superclass = type.getSuperclass();
    if (parent != null && superclass != null && isSeen(superclass) && isWorthNaming(superclass)) {
      names.add(Signature.of(parent));
    }
    Class<?>[] interfaces = type.getInterfaces();
    AnnotatedType[] annotated = type.getAnnotatedInterfaces();
    for (int i = 0; i < interfaces.length; i++) {
      if (isSeen(interfaces[i])) {
        names.add(Signature.of(annotated[i]));
      }
    }
    return names.isEmpty() ? "" : "is " + String.join(", ", names);
  }

  private static boolean isWorthNaming(Class<?> superclass) {
    return superclass != Object.class && superclass != Record.class && superclass != Enum.class;
  }

  private static String permitted(Class<?> type) {
    List<String> seen =
        isSealed(type)
            ? Arrays.stream(type.getPermittedSubclasses())
                .filter(ApiListing::isSeen)
                .map(Signature::of)
                .sorted()
                .toList()
            : List.of();
    return seen.isEmpty() ? "" : "permits " + String.join(", ", seen);
  }

  /** Those of superclasses that are not seen count as the type's own. */
  private static Stream<String> members(Class<?> type) {
    List<String> members = new ArrayList<>();
    @Nullable Class<?> owner = type;
    do {
      Arrays.stream(owner.getDeclaredFields())
          .filter(field -> isSeen(type, field))
          .map(Signature::of)
          .forEach(members::add);
      Arrays.stream(owner.getDeclaredMethods())
          .filter(method -> isSeen(type, method) && !isImplied(type, method))
          .map(Signature::of)
          .forEach(members::add);
      owner = owner.getSuperclass();
    } while (owner != null && owner != Object.class && !isSeen(owner));
    Arrays.stream(type.getDeclaredConstructors())
        .filter(constructor -> isSeen(type, constructor))
        .map(Signature::of)
        .forEach(members::add);
    return members.stream();
  }

  /** A protected member of a class that nobody can extend is not seen. */
  private static boolean isSeen(Class<?> type, Member member) {
    boolean closed = Modifier.isFinal(type.getModifiers()) || type.isSealed() || type.isEnum();
    return isSeen(member.getModifiers())
        && !(closed && Modifier.isProtected(member.getModifiers()))
        && !member.isSynthetic();
  }

  private static boolean isImplied(Class<?> type, Method method) {
    return (type.isRecord() && OF_EVERY_RECORD.contains(method.getName()))
        || (type.isEnum() && OF_EVERY_ENUM.contains(method.getName()));
  }
}
