// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * An interface, as data: its name, its IID, and its methods in the order of the vtable, those of
 * the interface it extends first. Immutable.
 */
public final class ComInterface {

  /** The interface that every other extends. */
  public static final ComInterface UNKNOWN =
      new ComInterface(
          "IUnknown",
          UUID.fromString("00000000-0000-0000-c000-000000000046"),
          Optional.empty(),
          "QueryInterface(pp) AddRef():number Release():number");

  private final String name;
  private final UUID iid;
  private final Optional<ComInterface> base;
  private final Map<String, ComMethod> methods = new LinkedHashMap<>();

  private ComInterface(String name, UUID iid, Optional<ComInterface> base, String added) {
    this.name = name;
    this.iid = iid;
    this.base = base;
    base.ifPresent(inherited -> methods.putAll(inherited.methods));
    for (String text : added.trim().split("\\s+", -1)) {
      ComMethod method = ComMethod.parse(text, methods.size());
      if (methods.put(method.name(), method) != null) {
        throw new IllegalArgumentException(name + " has two methods called " + method.name());
      }
    }
  }

  /**
   * Returns an interface that extends this one.
   *
   * @param added the methods it adds, separated by white space, in the order of their slots: {@code
   *     Name}, with its parameters as in {@link ComMethod#shape} where Java objects implement it,
   *     such as {@code Name(ip)}, and with {@code :number} or {@code :void} where it returns no
   *     HRESULT
   */
  public ComInterface extendedBy(String name, String iid, String added) {
    return new ComInterface(name, UUID.fromString(iid), Optional.of(this), added);
  }

  /** Returns its name. */
  public String name() {
    return name;
  }

  /** Returns its IID, by which {@code QueryInterface} identifies it. */
  public UUID iid() {
    return iid;
  }

  /** Returns its methods in the order of their slots, inherited ones first. */
  public List<ComMethod> methods() {
    return new ArrayList<>(methods.values());
  }

  /**
   * Returns the method of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public ComMethod method(String method) {
    ComMethod found = methods.get(method);
    if (found == null) {
      throw new IllegalArgumentException(name + " has no method " + method);
    }
    return found;
  }

  /** Returns whether a pointer to this interface serves as a pointer to the one of that IID. */
  boolean serves(UUID wanted) {
    return iid.equals(wanted) || base.map(inherited -> inherited.serves(wanted)).orElse(false);
  }

  @Override
  public String toString() {
    return name;
  }
}
