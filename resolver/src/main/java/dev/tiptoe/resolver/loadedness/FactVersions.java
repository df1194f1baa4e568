// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.id.ModuleID;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which modules' type facts changed from version to version, as modules came and went. Immutable;
 * keeps at most 4,096 modules.
 */
public final class FactVersions {

  private static final int MOST = 4_096;

  /** What all versions of one line share. */
  private final Object line;

  private final int number;

  /** The version in which any module may have changed last. */
  private final int changedAll;

  /** The versions in which single modules changed last, after that. */
  private final Map<ModuleID, Integer> changed;

  private FactVersions(Object line, int number, int changedAll, Map<ModuleID, Integer> changed) {
    this.line = line;
    this.number = number;
    this.changedAll = changedAll;
    this.changed = changed;
  }

  /** Begins a line of versions. */
  public static FactVersions first() {
    return new FactVersions(new Object(), 0, 0, Map.of());
  }

  /** The next version, in which these modules changed; any of them may have if empty. */
  public FactVersions next(Optional<Set<ModuleID>> modules) {
    int next = number + 1;
    if (modules.isEmpty() || changed.size() + modules.get().size() > MOST) {
      return new FactVersions(line, next, next, Map.of());
    }
    Map<ModuleID, Integer> all = new HashMap<>(changed);
    modules.get().forEach(module -> all.put(module, next));
    return new FactVersions(line, next, changedAll, all);
  }

  /** The modules that changed since an earlier version; empty if any of them may have. */
  Optional<Set<ModuleID>> since(FactVersions earlier) {
    if (line != earlier.line || changedAll > earlier.number) {
      return Optional.empty();
    }
    Set<ModuleID> since = new HashSet<>();
    changed.forEach(
        (module, version) -> {
          if (version > earlier.number) {
            since.add(module);
          }
        });
    return Optional.of(since);
  }
}
