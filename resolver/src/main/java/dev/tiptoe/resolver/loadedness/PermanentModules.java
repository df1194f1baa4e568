// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import java.util.HashMap;
import java.util.Map;

/**
 * The modules of a view that cannot be unloaded: those that have a file and are not collectible.
 */
final class PermanentModules implements Permanence {

  private final IdView view;
  private final Map<ModuleID, Boolean> known = new HashMap<>();

  PermanentModules(IdView view) {
    this.view = view;
  }

  @Override
  public boolean isPermanent(ModuleID module) {
    return known.computeIfAbsent(module, this::hasPermanentFile);
  }

  private boolean hasPermanentFile(ModuleID module) {
    return view.meaningOf(module)
        .valid()
        .filter(fact -> !fact.loaded().path().isEmpty() && !fact.loaded().isCollectible())
        .isPresent();
  }

  @Override
  public void refresh() {
    known.clear();
  }
}
