// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The implementation of one interface by a Java object: a body for each method except those of
 * {@code IUnknown}.
 *
 * @param type the interface; the parameters of all its methods are known
 * @param bodies by the names of the methods
 */
public record ComImplementation(ComInterface type, Map<String, ComBody> bodies) {

  /** Copies the map and checks that it implements the interface's methods and no others. */
  public ComImplementation {
    bodies = Map.copyOf(bodies);
    Set<String> surplus = new HashSet<>(bodies.keySet());
    for (ComMethod method : own(type)) {
      if (!surplus.remove(method.name())) {
        throw new IllegalArgumentException(type + "::" + method.name() + " has no body");
      }
      if (method.shape().isEmpty()) {
        throw new IllegalArgumentException(type + "::" + method.name() + " has no known shape");
      }
    }
    if (!surplus.isEmpty()) {
      throw new IllegalArgumentException(type + " has no methods " + surplus);
    }
  }

  /** Returns the methods of the interface that are not those of {@code IUnknown}. */
  private static List<ComMethod> own(ComInterface type) {
    List<ComMethod> methods = type.methods();
    return methods.subList(ComInterface.UNKNOWN.methods().size(), methods.size());
  }

  /** Returns the bodies in the order of their slots, those of {@code IUnknown} first. */
  List<ComBody> inOrder(List<ComBody> unknown) {
    List<ComBody> all = new ArrayList<>(unknown);
    own(type).forEach(method -> all.add(body(method)));
    return all;
  }

  private ComBody body(ComMethod method) {
    ComBody body = bodies.get(method.name());
    if (body == null) {
      throw new IllegalStateException(method.name());
    }
    return body;
  }
}
