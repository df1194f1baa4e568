// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import java.util.HashMap;
import java.util.Map;

/** The modules of a view that cannot be unloaded: from files, and not collectible. */
final class LastingModules implements Lasting {

  private final IdView view;
  private final Map<ModuleID, Boolean> known = new HashMap<>();

  LastingModules(IdView view) {
    this.view = view;
  }

  @Override
  public boolean is(ModuleID module) {
    return known.computeIfAbsent(module, this::isSo);
  }

  private boolean isSo(ModuleID module) {
    return view.meaningOf(module)
        .valid()
        .filter(fact -> !fact.loaded().path().isEmpty() && !fact.loaded().isCollectible())
        .isPresent();
  }

  @Override
  public void forget() {
    known.clear();
  }
}
