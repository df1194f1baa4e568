// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.TypeDef;
import java.util.List;

/** Where a reference to a type leads: to one TypeDef, to several, or nowhere. */
public sealed interface TypeResolution {

  /**
   * To one TypeDef.
   *
   * @param type the type
   * @param trail each step from module to module; empty when the type is in the module that refers
   *     to it
   */
  record Resolved(TypeDef type, List<Hop> trail) implements TypeResolution {
    /** Copies the list. */
    public Resolved {
      trail = List.copyOf(trail);
    }

    /** The worst tier of the trail. */
    public Tier tier() {
      return trail.stream().map(Hop::tier).reduce(Tier.EXACT, Tier::worst);
    }

    /** How many forwarders were followed. */
    public int forwarders() {
      return (int) trail.stream().filter(Hop::isForwarder).count();
    }
  }

  /**
   * To several TypeDefs, in modules that fit equally well.
   *
   * @param candidates two or more
   */
  record Ambiguous(List<Resolved> candidates) implements TypeResolution {
    /** Copies the list. */
    public Ambiguous {
      candidates = List.copyOf(candidates);
    }

    /** The worst tier of all candidates. */
    public Tier tier() {
      return candidates.stream().map(Resolved::tier).reduce(Tier.EXACT, Tier::worst);
    }

    /** The most forwarders that any candidate took. */
    public int forwarders() {
      return candidates.stream().mapToInt(Resolved::forwarders).max().orElse(0);
    }
  }

  /**
   * Nowhere.
   *
   * @param reason why
   * @param detail what exactly is missing, in words
   */
  record Unresolved(Reason reason, String detail) implements TypeResolution {}

  /** Why a reference leads nowhere. */
  enum Reason {
    /** The assembly or module it asks for is not loaded. */
    NOT_LOADED,
    /** The module is loaded and neither defines nor forwards the type. */
    NO_SUCH_TYPE,
    /** Forwarders or enclosing types lead in a circle, or further than the CLR follows them. */
    CIRCULAR
  }
}
