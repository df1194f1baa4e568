// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.stress;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.List;

/** A map of one module, and the type that is fed. */
final class FreshMap {

  static final ModuleID MODULE = new ModuleID(3);
  static final ClassID TYPE = new ClassID(5);
  static final Token TYPE_DEF = Token.of(0x02, 7);

  private FreshMap() {}

  /** A map that knows the module. */
  static RuntimeIdMap get() {
    RuntimeIdMap map = new StoredMap();
    map.moduleLoaded(1, MODULE, LoadedModule.ofFile("m.dll"));
    return map;
  }

  /** Reports the type. */
  static void load(RuntimeIdMap map) {
    ClassID none = new ClassID(0);
    map.classLoaded(2, TYPE, new ClassShape.Defined(MODULE, TYPE_DEF, none, List.of()));
  }

  /** The sum of the type's IDs. */
  static int ids(RuntimeIdMap map) {
    int[] sum = {0};
    map.now().forEachClassID(MODULE, TYPE_DEF, id -> sum[0] += (int) id.value());
    return sum[0];
  }
}
