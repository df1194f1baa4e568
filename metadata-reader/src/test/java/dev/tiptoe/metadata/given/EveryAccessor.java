// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.attribute.AttributeDecoder;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.EnumResolver;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.image.CustomAttribute;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks an image, and the view of each of its rows, everything that can be asked without an
 * argument, whatever accessors there are; and decodes what rows hold: attributes, constants,
 * bodies, native code. For one thread.
 */
final class EveryAccessor {

  private static final int MOST_OF_A_LIST = 20;

  private static final List<Method> OF_AN_IMAGE = accessors(Image.class);
  private static final Map<Integer, Row.View<?>> VIEWS = new HashMap<>();
  private static final Map<Class<?>, List<Method>> OF_A_ROW = new HashMap<>();

  static {
    for (Class<?> view : Row.class.getPermittedSubclasses()) {
      OF_A_ROW.put(view, accessors(view));
      try {
        var constructor = view.getConstructor(Image.class, int.class);
        constructor.setAccessible(true);
        var table = view.getField("TABLE");
        table.setAccessible(true);
        VIEWS.put(
            table.getInt(null),
            (image, rid) -> {
              try {
                return (Row) constructor.newInstance(image, rid);
              } catch (ReflectiveOperationException e) {
                throw new LinkageError(String.valueOf(constructor), e);
              }
            });
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(String.valueOf(view), e);
      }
    }
  }

  private static List<Method> accessors(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getParameterCount() == 0)
        .filter(method -> method.getDeclaringClass() != Object.class)
        .peek(method -> method.setAccessible(true))
        .toList();
  }

  private final Image image;
  private final List<Names> styles;
  private final AttributeDecoder attributes = new AttributeDecoder(EnumResolver.NONE);
  private final Consumer<MetadataFormatException> damage;

  EveryAccessor(Image image, Consumer<MetadataFormatException> damage) {
    this.image = image;
    this.damage = damage;
    this.styles = Arrays.stream(NameStyle.values()).map(style -> new Names(image, style)).toList();
  }

  /** Asks the image itself. */
  void image() {
    OF_AN_IMAGE.forEach(accessor -> ask(image, accessor));
    attempt(() -> ReadyToRun.of(image).ifPresent(this::nativeCode));
  }

  private void nativeCode(ReadyToRun code) {
    code.methods().stream()
        .limit(MOST_OF_A_LIST)
        .forEach(method -> attempt(() -> code.code(method)));
  }

  /** Asks about one row. */
  void row(Token token) {
    Row.View<?> view = VIEWS.get(token.table());
    if (view == null) {
      return;
    }
    Row row = view.of(image, token.rid());
    OF_A_ROW.getOrDefault(row.getClass(), List.of()).forEach(accessor -> ask(row, accessor));
    for (Names names : styles) {
      if (names.style().isNameable(token.table())) {
        attempt(() -> names.of(token, damage));
      }
    }
    if (row instanceof CustomAttribute attribute) {
      attempt(() -> attributes.decode(attribute));
    } else if (row instanceof Constant constant) {
      attempt(() -> ConstantValue.of(constant));
    } else if (row instanceof MethodDef method) {
      attempt(() -> body(Body.of(method)));
    }
  }

  private void body(Body body) {
    if (body instanceof MethodBody il) {
      attempt(() -> il.locals(image));
      attempt(() -> il.instructions().forEach(instruction -> {}));
    }
  }

  private void ask(Object subject, Method accessor) {
    try {
      read(accessor.invoke(subject));
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof MetadataFormatException damaged)) {
        throw new AssertionError(accessor + " of " + subject, e.getCause());
      }
      damage.accept(damaged);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private void read(Object answer) {
    if (answer instanceof List<?> several) {
      for (int i = 0; i < Math.min(MOST_OF_A_LIST, several.size()); i++) {
        int at = i;
        attempt(() -> several.get(at));
      }
    } else if (answer instanceof Bytes bytes) {
      bytes.copy(0, Math.min(MOST_OF_A_LIST, bytes.length()));
    }
  }

  private void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (MetadataFormatException e) {
      damage.accept(e);
    }
  }
}
