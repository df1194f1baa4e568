// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The runtime's own names for methods and types, for those whose modules are not at hand.
 *
 * <p>Thread-safe. Keeps 64 MiB of text and {@value #MOST_NAMES} names at most, the first ones.
 */
final class ReportedNames {

  private static final int MOST_NAMES = 1 << 20;

  /** Texts in {@link #texts}. */
  private record Name(int type, int name, int signature) {}

  /** A TypeDef of a ModuleID. */
  private record Type(long module, int typeDef) {}

  private TextPool texts = new TextPool();

  /** The first name of each method. */
  private Pages firsts = new Pages(4);

  private static final int ID = 0;
  private static final int AT = 1;

  /** The texts of the type, and of the name. */
  private static final int TYPE_AND_NAME = 2;

  private static final int SIGNATURE = 3;

  /** Those by the method: an open-addressing table, at most two thirds of it in use. */
  private int[] slots = new int[16];

  private final IdHash hash = IdHash.unforeseeable();
  private int methods;

  /** All names of the methods that have several, by their times. */
  private Map<Long, TreeMap<Long, Name>> several = new HashMap<>();

  private Map<Type, Integer> types = new HashMap<>();
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
    int slot = slot(id.value());
    if (slots[slot] == Pages.NONE) {
      slots[slot] = first(at, id, name);
      count++;
      growIfFull();
    } else if (!several.containsKey(id.value()) && name(slots[slot]).equals(name)) {
      firsts.set(slots[slot], AT, Math.min(at, firsts.get(slots[slot], AT)));
    } else {
      addAnother(at, id, name, slots[slot]);
    }
  }

  private void addAnother(long at, FunctionID id, Name name, int first) {
    TreeMap<Long, Name> names =
        several.computeIfAbsent(
            id.value(), any -> new TreeMap<>(Map.of(firsts.get(first, AT), name(first))));
    Map.Entry<Long, Name> before = names.floorEntry(at);
    if (before == null || !before.getValue().equals(name)) {
      names.put(at, name);
      count++;
    }
  }

  private int first(long at, FunctionID id, Name name) {
    int first = firsts.append();
    firsts.set(first, ID, id.value());
    firsts.set(first, AT, at);
    firsts.set(first, TYPE_AND_NAME, ((long) name.type << Integer.SIZE) | name.name);
    firsts.set(first, SIGNATURE, name.signature);
    return first;
  }

  private Name name(int first) {
    long typeAndName = firsts.get(first, TYPE_AND_NAME);
    int type = (int) (typeAndName >>> Integer.SIZE);
    return new Name(type, (int) typeAndName, (int) firsts.get(first, SIGNATURE));
  }

  private int slot(long id) {
    int slot = (int) ((Integer.toUnsignedLong(hash.of(id)) * slots.length) >>> Integer.SIZE);
    while (slots[slot] != Pages.NONE && firsts.get(slots[slot], ID) != id) {
      slot = slot + 1 == slots.length ? 0 : slot + 1;
    }
    return slot;
  }

  private void growIfFull() {
    if (++methods > slots.length / 3 * 2) {
      int[] before = slots;
      slots = new int[2 * before.length];
      for (int first : before) {
        if (first != Pages.NONE) {
          slots[slot(firsts.get(first, ID))] = first;
        }
      }
    }
  }

  /** Drops the names of all methods but some, and of the types of all modules but some. */
  synchronized void retain(Predicate<FunctionID> methods, Predicate<ModuleID> modules) {
    List<Runnable> kept = new ArrayList<>();
    forEachMethod(
        (at, id, name) -> {
          if (methods.test(id)) {
            kept.add(() -> add(at, id, name));
          }
        });
    forEachType(
        (module, typeDef, name) -> {
          if (modules.test(module)) {
            kept.add(() -> add(module, typeDef, name));
          }
        });
    texts = new TextPool();
    firsts = new Pages(4);
    slots = new int[16];
    this.methods = 0;
    several = new HashMap<>();
    types = new HashMap<>();
    count = 0;
    kept.forEach(Runnable::run);
  }

  /** Takes a method's name. */
  interface MethodAction {
    /** Takes a name that a method has from a time on. */
    void accept(long at, FunctionID id, ReportedName name);
  }

  /** Takes a type's name. */
  interface TypeAction {
    /** Takes the name of a TypeDef. */
    void accept(ModuleID module, Token typeDef, String name);
  }

  /** Passes on all names of methods. */
  synchronized void forEachMethod(MethodAction action) {
    for (int first = 1; first <= firsts.last(); first++) {
      FunctionID id = new FunctionID(firsts.get(first, ID));
      TreeMap<Long, Name> names = several.get(id.value());
      if (names == null) {
        action.accept(firsts.get(first, AT), id, reported(name(first)));
      } else {
        names.forEach((at, name) -> action.accept(at, id, reported(name)));
      }
    }
  }

  /** Passes on all names of types. */
  synchronized void forEachType(TypeAction action) {
    types.forEach(
        (type, text) ->
            action.accept(new ModuleID(type.module()), new Token(type.typeDef()), texts.get(text)));
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
  synchronized Optional<ReportedName> of(FunctionFact function) {
    long id = function.id().value();
    int first = slots[slot(id)];
    return first == Pages.NONE
        ? Optional.empty()
        : Optional.of(reported(then(id, first, function.interval().to())));
  }

  /** Returns the name before a time, or else the first one. */
  private Name then(long id, int first, long time) {
    TreeMap<Long, Name> names = several.get(id);
    if (names == null) {
      return name(first);
    }
    Map.Entry<Long, Name> then = names.lowerEntry(time);
    return then == null ? names.firstEntry().getValue() : then.getValue();
  }

  private ReportedName reported(Name name) {
    return new ReportedName(texts.get(name.type), texts.get(name.name), texts.get(name.signature));
  }

  /** Returns the runtime's name for a TypeDef, without type arguments; empty where it gave none. */
  synchronized Optional<String> of(ModuleID module, Token typeDef) {
    return Optional.ofNullable(types.get(new Type(module.value(), typeDef.value())))
        .map(texts::get)
        .filter(name -> !name.isEmpty());
  }
}
