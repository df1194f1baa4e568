// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

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
 * Maps a module's simple name or MVID to its rows. One writer, lock-free readers.
 *
 * <p>The one place in the map with hash maps of objects: there are a few thousand modules, and
 * names are strings anyway.
 */
final class ModuleNames {

  /** Lists have their length in front. */
  private static final int[] NONE = {0};

  private static final VarHandle LENGTH = MethodHandles.arrayElementVarHandle(int[].class);
  private static final Set<String> EXTENSIONS = Set.of(".dll", ".exe", ".netmodule", ".winmd");

  private final Map<Object, int[]> rows = new ConcurrentHashMap<>();

  /**
   * The rows of modules whose file has this name, with or without its extension, in any case, or
   * once seemed to have it.
   */
  IntStream named(String name) {
    return rowsOf(lower(name));
  }

  /** Whether a module's file has this name, with or without its extension, in any case. */
  static boolean isNamed(LoadedModule module, String name) {
    String file = lower(module.fileName());
    return file.equals(lower(name)) || withoutExtension(file).equals(lower(name));
  }

  /** The rows of modules with this MVID, or which once seemed to have it. */
  IntStream withMvid(UUID mvid) {
    return rowsOf(mvid);
  }

  private IntStream rowsOf(Object key) {
    int[] list = rows.getOrDefault(key, NONE);
    return Arrays.stream(list, 1, 1 + (int) LENGTH.getAcquire(list, 0)).distinct();
  }

  /** Files a module under what is known of it now and was not before. */
  void learn(LoadedModule before, LoadedModule now, int row) {
    String file = lower(now.fileName());
    if (!now.path().isEmpty() && !file.equals(lower(before.fileName()))) {
      String simple = withoutExtension(file);
      put(file, row);
      if (!simple.equals(file)) {
        put(simple, row);
      }
    }
    if (!now.mvid().equals(before.mvid())) {
      now.mvid().ifPresent(mvid -> put(mvid, row));
    }
  }

  /** Appends to a key's list, which has room for more: many dynamic modules share one name. */
  private void put(Object key, int row) {
    int[] list = rows.getOrDefault(key, NONE);
    int size = list[0];
    if (1 + size < list.length) {
      list[1 + size] = row;
      LENGTH.setRelease(list, 0, 1 + size);
    } else {
      int[] longer = Arrays.copyOf(list, 2 + 2 * size);
      longer[1 + size] = row;
      longer[0] = 1 + size;
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
