// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The layouts of a type and of the structs in its fields, as the agent in the running program gives
 * them. Each type is requested once. Not thread-safe.
 */
final class LiveLayouts {

  private final RuntimeIdMap map;
  private final ControlClient client;
  private final LiveLayout own;
  private final Map<ClassID, Optional<LiveLayout>> structs = new HashMap<>();

  /**
   * Gets the layout of a type.
   *
   * @throws ControlException when the agent refuses it
   */
  LiveLayouts(ClassID id, RuntimeIdMap map, ControlClient client) throws ControlException {
    this.map = map;
    this.client = client;
    this.own = LiveLayout.of(id, map, client);
  }

  /** Returns the bytes of an instance. */
  int size() {
    return own.size();
  }

  /**
   * Returns the offset of a field, in the struct that contains it where one does. It is empty for a
   * static field, and for one in a struct whose ClassID is not known or not valid any more.
   *
   * @throws ControlException when the agent does not answer
   */
  Optional<Integer> offsetOf(FieldRow row) throws ControlException {
    Optional<LiveLayout> layout = row.depth() == 0 ? Optional.of(own) : ofFirst(row.container());
    return layout.flatMap(known -> row.field().flatMap(known::offsetOf));
  }

  private Optional<LiveLayout> ofFirst(List<ClassID> ids) throws ControlException {
    for (ClassID id : ids) {
      Optional<LiveLayout> known = structs.get(id);
      if (known == null) {
        known = ask(id);
        structs.put(id, known);
      }
      if (known.isPresent()) {
        return known;
      }
    }
    return Optional.empty();
  }

  private Optional<LiveLayout> ask(ClassID id) throws ControlException {
    try {
      return Optional.of(LiveLayout.of(id, map, client));
    } catch (ControlException e) {
      return switch (e.reason()) {
        case NOT_VALID, REFUSED -> Optional.empty();
        default -> throw e;
      };
    }
  }
}
