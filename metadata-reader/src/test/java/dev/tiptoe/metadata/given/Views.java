// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.Row;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The views of all tables: each row's, asked everything that can be asked of it without arguments,
 * and the rows that this leads to asked for their tokens. Stateless.
 */
final class Views {

  /** So many rows of a long list are read. */
  private static final int ENOUGH = 20;

  private record View(Constructor<?> constructor, List<Method> accessors) {

    Row.View<?> rows() {
      return (image, rid) -> {
        try {
          return (Row) constructor.newInstance(image, rid);
        } catch (ReflectiveOperationException e) {
          throw new LinkageError(String.valueOf(constructor), e);
        }
      };
    }
  }

  private static final Map<Integer, View> BY_TABLE = new HashMap<>();

  static {
    try {
      for (Class<?> view : Row.class.getPermittedSubclasses()) {
        BY_TABLE.put(
            view.getField("TABLE").getInt(null),
            new View(view.getConstructor(Image.class, int.class), accessors(view)));
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a view without a table or a constructor", e);
    }
  }

  private Views() {}

  private static List<Method> accessors(Class<?> view) {
    return Arrays.stream(view.getMethods())
        .filter(method -> method.getDeclaringClass().getPackage() == Row.class.getPackage())
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getParameterCount() == 0)
        .toList();
  }

  /** Returns the views of a table's rows; empty when there are none. */
  static Optional<Row.View<?>> of(int table) {
    return Optional.ofNullable(BY_TABLE.get(table)).map(View::rows);
  }

  /** Asks the view of one row. */
  static void ask(Image image, int table, int rid, Consumer<MetadataFormatException> damage) {
    View view = BY_TABLE.get(table);
    if (view == null) {
      return;
    }
    try {
      Object row = view.constructor().newInstance(image, rid);
      for (Method accessor : view.accessors()) {
        ask(row, accessor, damage);
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("an accessor that is not accessible", e);
    }
  }

  private static void ask(Object row, Method accessor, Consumer<MetadataFormatException> damage)
      throws IllegalAccessException {
    try {
      look(accessor.invoke(row));
    } catch (MetadataFormatException e) {
      damage.accept(e);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof MetadataFormatException expected)) {
        throw new AssertionError(accessor + " of " + row, e.getCause());
      }
      damage.accept(expected);
    }
  }

  private static void look(Object answer) {
    if (answer instanceof Row row) {
      row.token();
    } else if (answer instanceof Optional<?> optional) {
      optional.ifPresent(Views::look);
    } else if (answer instanceof List<?> list) {
      list.stream().limit(ENOUGH).forEach(Views::look);
    }
  }
}
