// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The modules that declare a top-level type of a name, by a hash of the name. It retains 12 bytes a
 * type. Immutable and thread-safe.
 */
final class TypeIndex {

  /** The limit of modules that are read for it, and of the types of all of them. */
  static final int MOST_MODULES = 1 << 12;

  private static final int MOST_TYPES = 1 << 22;

  private final List<Location> modules;
  private final Pairs types;

  private TypeIndex(List<Location> modules, Pairs types) {
    this.modules = modules;
    this.types = types;
  }

  /** Reads the names of the types of modules; those that cannot be read have none. */
  static TypeIndex of(Opener opener, List<Location> modules) {
    Pairs types = new Pairs();
    for (int i = 0; i < modules.size() && types.size() < MOST_TYPES; i++) {
      for (long name : names(opener, modules.get(i))) {
        types.add(name, i);
      }
    }
    types.sort();
    return new TypeIndex(List.copyOf(modules), types);
  }

  private static long[] names(Opener opener, Location module) {
    try {
      return Image.of(opener.open(module)).typeDefs().stream().mapToLong(TypeIndex::name).toArray();
    } catch (IOException | MetadataFormatException e) {
      return new long[0];
    }
  }

  private static long name(TypeDef type) {
    try {
      return Keys.ofName(
          type.namespace().isEmpty() ? type.name() : type.namespace() + "." + type.name());
    } catch (MetadataFormatException e) {
      return 0;
    }
  }

  /** Returns the modules that may declare a type, in the order in which they were given. */
  List<Location> declaring(String type) {
    long key = Keys.ofName(outermost(type));
    List<Location> found = new ArrayList<>();
    for (int at = first(key); at < types.size() && types.key(at) == key; at++) {
      found.add(modules.get(types.value(at)));
    }
    return found.stream().distinct().toList();
  }

  /** Returns whether {@link #declaring} would find a module. */
  boolean isDeclared(String type) {
    long key = Keys.ofName(outermost(type));
    int first = first(key);
    return first < types.size() && types.key(first) == key;
  }

  private int first(long key) {
    int from = 0;
    int to = types.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (types.key(middle) < key) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Returns the part of a name before the nested types, without its escapes. */
  private static String outermost(String type) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < type.length() && type.charAt(i) != '+'; i++) {
      if (type.charAt(i) == '\\' && i + 1 < type.length()) {
        i++;
      }
      name.append(type.charAt(i));
    }
    return name.toString();
  }
}
