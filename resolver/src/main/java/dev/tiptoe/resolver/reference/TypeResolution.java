// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.TypeDef;
import java.util.List;
import java.util.stream.Collectors;

/** Where a reference to a type leads: to one TypeDef, to several, or nowhere. */
public sealed interface TypeResolution {

  /** How much there is to it: one, and the hops of all trails. */
  default int parts() {
    return 1;
  }

  /** The answer in words. */
  String why();

  /**
   * To one TypeDef.
   *
   * @param module the loaded module that defines it
   * @param type the type
   * @param trail each step from module to module; empty when the type is in the module that refers
   *     to it
   */
  record Resolved(LoadedImage module, TypeDef type, List<Hop> trail) implements TypeResolution {
    /** Copies the list. */
    public Resolved {
      trail = List.copyOf(trail);
    }

    /** The type, by module and token. */
    public TypeKey key() {
      return new TypeKey(module.id(), type.token());
    }

    /** The worst tier of the trail. */
    public Tier tier() {
      return trail.stream().map(Hop::tier).reduce(Tier.EXACT, Tier::worst);
    }

    /** How many forwarders were followed. */
    public int forwarders() {
      return (int) trail.stream().filter(Hop::isForwarder).count();
    }

    @Override
    public int parts() {
      return 1 + trail.size();
    }

    @Override
    public String why() {
      return trail.stream()
          .map(hop -> ", by " + hop.via() + " of " + hop.from() + " (" + hop.binding() + ")")
          .collect(Collectors.joining("", type.token() + " of " + module, ""));
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

    @Override
    public int parts() {
      return candidates.stream().mapToInt(Resolved::parts).sum();
    }

    @Override
    public String why() {
      return candidates.stream().map(Resolved::why).collect(Collectors.joining("; or "));
    }
  }

  /**
   * Nowhere.
   *
   * @param reason why
   * @param detail what exactly is missing, in words
   */
  record Unresolved(Reason reason, String detail) implements TypeResolution {
    @Override
    public String why() {
      return detail;
    }
  }

  /** Why a reference leads nowhere. */
  enum Reason {
    /** The assembly or module it asks for is not loaded. */
    NOT_LOADED,
    /** The module is loaded and neither defines nor forwards the type. */
    NO_SUCH_TYPE,
    /** Forwarders or enclosing types lead in a circle, or further than the CLR follows them. */
    CIRCULAR,
    /** A row on the way cannot be read. */
    DAMAGED
  }
}
