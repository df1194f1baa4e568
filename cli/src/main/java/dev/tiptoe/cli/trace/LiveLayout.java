// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.RuntimeClassLayout;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.field.ResolvedField;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.LeaseAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The offsets of a type's fields in a running program, as its runtime gives them. Immutable.
 *
 * @param size the bytes of an instance
 * @param offsets the offsets of the fields that the type and its base types declare
 */
public record LiveLayout(int size, Map<TypeKey, Map<Token, Integer>> offsets) {

  /** Copies the map. */
  public LiveLayout {
    offsets = Map.copyOf(offsets);
  }

  private static final int DEEPEST = 1000;

  /**
   * Gets the layout of a type and of its base types from the agent.
   *
   * @throws ControlException when the agent refuses one of them
   */
  public static LiveLayout of(ClassID id, RuntimeIdMap map, ControlClient client)
      throws ControlException {
    RuntimeClassLayout own = client.layout(lease(id, map));
    Map<TypeKey, Map<Token, Integer>> offsets = new HashMap<>();
    RuntimeClassLayout each = own;
    for (int depth = 0; depth < DEEPEST; depth++) {
      Map<Token, Integer> declared = new HashMap<>();
      each.fields().forEach(field -> declared.put(field.token(), field.offset()));
      offsets.put(new TypeKey(each.module(), each.typeDef()), declared);
      if (each.parent().value() == 0) {
        break;
      }
      each = client.layout(lease(each.parent(), map));
    }
    return new LiveLayout(own.size(), offsets);
  }

  /** Returns the offset of a field; empty for a field that is not in each instance. */
  public Optional<Integer> offsetOf(ResolvedField field) {
    return field.declaringType() instanceof RuntimeType.Defined declaring
        ? Optional.ofNullable(
            offsets.getOrDefault(declaring.definition(), Map.of()).get(field.token()))
        : Optional.empty();
  }

  /** A type that is not valid in the map is not shown; the agent checks that, too. */
  private static Lease<ClassID> lease(ClassID id, RuntimeIdMap map) {
    LeaseAnswer<ClassID> answer = map.lease(id);
    return answer.lease().orElse(new Lease<>(id, 0));
  }
}
