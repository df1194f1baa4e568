// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes declarations as a line of text each: what a caller's code depends on, and nothing else.
 */
final class Signature {

  private static final String NULLABLE = "org.jspecify.annotations.Nullable";

  private Signature() {}

  /** Returns a field, with its value if that is a constant which compilers copy. */
  static String of(Field field) {
    String text =
        modifiers(field) + "field " + of(field.getAnnotatedType()) + " " + field.getName();
    boolean constant =
        Modifier.isStatic(field.getModifiers())
            && Modifier.isFinal(field.getModifiers())
            && (field.getType().isPrimitive() || field.getType() == String.class);
    return field.isEnumConstant()
        ? "constant " + field.getName()
        : text + (constant ? value(field) : "");
  }

  private static String value(Field field) {
    try {
      field.setAccessible(true);
      Object value = field.get(null);
      return " = " + String.valueOf(value).replace("\n", "\\n").replace("\t", "\\t");
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  static String of(Constructor<?> constructor) {
    return modifiers(constructor) + "constructor " + parameters(constructor) + thrown(constructor);
  }

  static String of(Method method) {
    boolean body = method.getDeclaringClass().isInterface() && method.isDefault();
    String generics = typeParameters(method.getTypeParameters());
    return (body ? "default " : "")
        + modifiers(method)
        + "method "
        + (generics.isEmpty() ? "" : generics + " ")
        + of(method.getAnnotatedReturnType())
        + " "
        + method.getName()
        + parameters(method)
        + thrown(method);
  }

  /** Without {@code public}, which says nothing here, and without what callers do not see. */
  private static String modifiers(Member member) {
    int seen = Modifier.PROTECTED | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL;
    boolean openClass = !Modifier.isFinal(member.getDeclaringClass().getModifiers());
    if (member instanceof Method && !openClass) {
      // No subclass could override it.
      seen &= ~Modifier.FINAL;
    }
    String text = Modifier.toString(member.getModifiers() & seen);
    return text.isEmpty() ? "" : text + " ";
  }

  private static String parameters(Executable executable) {
    AnnotatedType[] annotated = executable.getAnnotatedParameterTypes();
    return Arrays.stream(annotated)
        .map(Signature::of)
        .collect(Collectors.joining(", ", "(", executable.isVarArgs() ? "...)" : ")"));
  }

  private static String thrown(Executable executable) {
    String types =
        Arrays.stream(executable.getExceptionTypes())
            .filter(type -> !RuntimeException.class.isAssignableFrom(type))
            .map(Signature::of)
            .sorted()
            .collect(Collectors.joining(", "));
    return types.isEmpty() ? "" : " throws " + types;
  }

  static String typeParameters(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(Signature::variable)
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String variable(TypeVariable<?> variable) {
    String bounds =
        Arrays.stream(variable.getAnnotatedBounds())
            .map(Signature::of)
            .filter(bound -> !bound.equals("java.lang.Object"))
            .collect(Collectors.joining(" & "));
    return variable.getName() + (bounds.isEmpty() ? "" : " extends " + bounds);
  }

  /** Returns a type with what is said about null. */
  static String of(AnnotatedType type) {
    if (type instanceof AnnotatedArrayType array) {
      return of(array.getAnnotatedGenericComponentType()) + nullness(type) + "[]";
    }
    if (type instanceof AnnotatedParameterizedType parameterized
        && parameterized.getType() instanceof ParameterizedType raw) {
      String arguments =
          Arrays.stream(parameterized.getAnnotatedActualTypeArguments())
              .map(Signature::of)
              .collect(Collectors.joining(", ", "<", ">"));
      return nullness(type) + of((Class<?>) raw.getRawType()) + arguments;
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      String lower = bounds(wildcard.getAnnotatedLowerBounds(), " super ");
      String upper = bounds(wildcard.getAnnotatedUpperBounds(), " extends ");
      return "?" + (lower.isEmpty() ? upper : lower);
    }
    return nullness(type) + plain(type.getType());
  }

  private static String bounds(AnnotatedType[] bounds, String word) {
    String text =
        Arrays.stream(bounds)
            .map(Signature::of)
            .filter(bound -> !bound.equals("java.lang.Object"))
            .collect(Collectors.joining(" & "));
    return text.isEmpty() ? "" : word + text;
  }

  private static String plain(Type type) {
    return type instanceof Class<?> plain ? of(plain) : type.getTypeName();
  }

  static String of(Class<?> type) {
    @Nullable String name = type.getCanonicalName();
    return name == null ? type.getName() : name;
  }

  private static String nullness(AnnotatedType type) {
    return Arrays.stream(type.getAnnotations())
            .anyMatch(annotation -> annotation.annotationType().getName().equals(NULLABLE))
        ? "@Nullable "
        : "";
  }
}
