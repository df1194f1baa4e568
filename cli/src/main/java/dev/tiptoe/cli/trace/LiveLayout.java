// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.RuntimeClassLayout;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.resolver.map.LeaseAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where the fields of a type lie in a program that runs, as its runtime says. Immutable.
 *
 * @param size the bytes of an instance
 * @param offsets those of the fields that the type and its base types declare
 */
public record LiveLayout(int size, Map<TypeKey, Map<Token, Integer>> offsets) {

  /** Copies the map. */
  public LiveLayout {
    offsets = Map.copyOf(offsets);
  }

  private static final int DEEPEST = 1000;

  /**
   * Asks the agent about a type, and about its base types.
   *
   * @throws ControlException when there is no answer for one of them
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

  /** Where a field lies; empty for what is not in each instance. */
  public Optional<Integer> offsetOf(ResolvedField field) {
    return field.declaringType() instanceof RuntimeType.Defined declaring
        ? Optional.ofNullable(
            offsets.getOrDefault(declaring.definition(), Map.of()).get(field.token()))
        : Optional.empty();
  }

  /** What the map does not vouch for is shown to nobody; the agent says so, too. */
  private static Lease<ClassID> lease(ClassID id, RuntimeIdMap map) {
    LeaseAnswer<ClassID> answer = map.lease(id);
    return answer.lease().orElse(new Lease<>(id, 0));
  }
}
