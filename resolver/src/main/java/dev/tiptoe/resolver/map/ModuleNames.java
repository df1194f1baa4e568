// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.LoadedModule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * From a module's simple name or MVID to its rows. One writer, lock-free readers.
 *
 * <p>The one place in the map with hash maps of objects: there are a few thousand modules, and
 * names are strings anyway.
 */
final class ModuleNames {

  private static final int[] NONE = {};
  private static final VarHandle ROW = MethodHandles.arrayElementVarHandle(int[].class);
  private static final Set<String> EXTENSIONS = Set.of(".dll", ".exe", ".netmodule", ".winmd");

  private final Map<Object, int[]> rows = new ConcurrentHashMap<>();

  /** The rows of modules whose file has this name, with or without its extension, in any case. */
  IntStream named(String name) {
    return rowsOf(lower(name));
  }

  /** The rows of modules with this MVID. */
  IntStream withMvid(UUID mvid) {
    return rowsOf(mvid);
  }

  private IntStream rowsOf(Object key) {
    int[] list = rows.getOrDefault(key, NONE);
    return IntStream.range(0, list.length)
        .map(i -> (int) ROW.getAcquire(list, i))
        .takeWhile(row -> row != Pages.NONE);
  }

  /** Files a module under what is known of it now and was not before. */
  void learn(LoadedModule before, LoadedModule now, int row) {
    if (before.path().isEmpty() && !now.path().isEmpty()) {
      String file = lower(now.fileName());
      String simple = withoutExtension(file);
      put(file, row);
      if (!simple.equals(file)) {
        put(simple, row);
      }
    }
    if (before.mvid().isEmpty()) {
      now.mvid().ifPresent(mvid -> put(mvid, row));
    }
  }

  /**
   * Appends to a key's list, which is filled up with zeros: many dynamic modules share one name.
   */
  private void put(Object key, int row) {
    int[] list = rows.getOrDefault(key, NONE);
    int size = 0;
    while (size < list.length && list[size] != Pages.NONE) {
      size++;
    }
    if (size < list.length) {
      ROW.setRelease(list, size, row);
    } else {
      int[] longer = Arrays.copyOf(list, Math.max(1, size * 2));
      longer[size] = row;
      rows.put(key, longer);
    }
  }

  private static String withoutExtension(String file) {
    int dot = file.lastIndexOf('.');
    return dot > 0 && EXTENSIONS.contains(file.substring(dot)) ? file.substring(0, dot) : file;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
