// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The calls of facts that a feed gets, with all arguments. */
final class Calls {

  private final List<String> lines = new ArrayList<>();

  /** The methods of a feed that take a fact. */
  static Stream<Method> facts() {
    return Arrays.stream(RuntimeFeed.class.getDeclaredMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() == void.class && !method.isSynthetic());
  }

  RuntimeFeed feed() {
    return (RuntimeFeed)
        Proxy.newProxyInstance(
            RuntimeFeed.class.getClassLoader(),
            new Class<?>[] {RuntimeFeed.class},
            (proxy, method, arguments) -> {
              if (method.getReturnType() != void.class) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              lines.add(method.getName() + Arrays.toString(arguments));
              return null;
            });
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
