// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules of loadedness that are used for claims. */
public enum UsedRules {
  /** Those that were witnessed on the runtime. */
  WITNESSED {
    @Override
    public RuntimeFeed into(RuntimeFeed map) {
      return map;
    }
  },

  /** All, to witness them on a runtime: the map does not get the version of the runtime. */
  ALL {
    @Override
    public RuntimeFeed into(RuntimeFeed map) {
      return (RuntimeFeed)
          Proxy.newProxyInstance(
              RuntimeFeed.class.getClassLoader(),
              new Class<?>[] {RuntimeFeed.class},
              (proxy, method, arguments) -> {
                try {
                  return method.getName().equals("runtimeStarted")
                      ? null
                      : method.invoke(map, arguments);
                } catch (InvocationTargetException e) {
                  throw Objects.requireNonNull(e.getCause());
                }
              });
    }
  };

  /** The beginning of a reason, without names. */
  private static final Pattern RELATION =
      Pattern.compile("^(is the type of (?:a local|field)|is [^']*? (?:of|by)|declares) .*");

  /** Returns a feed that passes the facts on to a map that may use these rules. */
  public abstract RuntimeFeed into(RuntimeFeed map);

  /**
   * Returns the rule by which something follows, as a name for counts; empty if it was observed.
   */
  public static Optional<String> ruleOf(Evidence proof) {
    return proof instanceof Implied implied
        ? Optional.of(RELATION.matcher(implied.because()).replaceFirst("$1"))
        : Optional.empty();
  }
}
