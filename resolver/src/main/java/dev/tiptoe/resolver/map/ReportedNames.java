// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The runtime's own names for methods and types, for those whose modules are not at hand.
 *
 * <p>Thread-safe. Keeps 64 MiB of text and {@value #MOST_NAMES} names at most, the first ones.
 */
public final class ReportedNames {

  private static final int MOST_NAMES = 1 << 20;

  /** Texts in {@link #texts}. */
  private record Name(int type, int name, int signature) {}

  /** A TypeDef of a ModuleID. */
  private record Type(long module, int typeDef) {}

  private final TextPool texts = new TextPool();
  private final Map<Long, TreeMap<Long, Name>> methods = new HashMap<>();
  private final Map<Type, Integer> types = new HashMap<>();
  private int count;

  /** Creates an instance without names. */
  ReportedNames() {}

  /** Takes in a name, which the method has from that time on, and before unless it had another. */
  synchronized void add(long at, FunctionID id, ReportedName reported) {
    Name name =
        new Name(
            texts.add(reported.type()),
            texts.add(reported.name()),
            texts.add(reported.signature()));
    if (count >= MOST_NAMES || name.name == TextPool.NONE) {
      return;
    }
    TreeMap<Long, Name> names = methods.computeIfAbsent(id.value(), any -> new TreeMap<>());
    Map.Entry<Long, Name> before = names.floorEntry(at);
    if (before == null || !before.getValue().equals(name)) {
      names.put(at, name);
      count++;
    }
  }

  /** Takes in the name of a TypeDef, without type arguments. */
  synchronized void add(ModuleID module, Token typeDef, String name) {
    Type type = new Type(module.value(), typeDef.value());
    if (count < MOST_NAMES && !types.containsKey(type)) {
      types.put(type, texts.add(name));
      count++;
    }
  }

  /** Returns the runtime's name for a method; empty where it gave none. */
  public synchronized Optional<ReportedName> of(FunctionFact function) {
    TreeMap<Long, Name> names = methods.get(function.id().value());
    if (names == null) {
      return Optional.empty();
    }
    Map.Entry<Long, Name> then = names.lowerEntry(function.interval().to());
    Name name = then == null ? names.firstEntry().getValue() : then.getValue();
    return Optional.of(
        new ReportedName(texts.get(name.type), texts.get(name.name), texts.get(name.signature)));
  }

  /** Returns the runtime's name for a TypeDef, without type arguments; empty where it gave none. */
  public synchronized Optional<String> of(ModuleID module, Token typeDef) {
    return Optional.ofNullable(types.get(new Type(module.value(), typeDef.value())))
        .map(texts::get)
        .filter(name -> !name.isEmpty());
  }
}
