// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.image.TypeDef;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to "which TypeDef does this reference lead to?": one, several, or none.
 *
 * <p>Every answer has a {@linkplain #kind kind}, the {@linkplain #candidates possible types} and a
 * {@linkplain #why reason in words}. The records below have what is specific to their kind.
 * Immutable.
 */
public sealed interface TypeResolution {

  /** Returns the kind of this answer. */
  Kind kind();

  /** Returns the types that the reference may lead to: one, several, or none. */
  List<Resolved> candidates();

  /**
   * Returns the type that the reference leads to; empty when it may lead to several, or to none.
   */
  default Optional<Resolved> resolved() {
    return Optional.empty();
  }

  /** Returns whether the reference leads to one type. */
  default boolean isResolved() {
    return kind() == Kind.RESOLVED;
  }

  /** Returns the worst tier of all trails; empty when the reference leads nowhere. */
  default Optional<Tier> worstTier() {
    return candidates().stream().map(Resolved::tier).reduce(Tier::worst);
  }

  /** Returns its size for caches: one, and the hops of all trails. */
  default int parts() {
    return 1;
  }

  /** Returns the answer in words. */
  String why();

  /** The kinds of answers about references, to types and to members. */
  enum Kind {
    /** The reference leads to one. */
    RESOLVED,
    /** It may lead to several. */
    AMBIGUOUS,
    /** It leads nowhere. */
    UNRESOLVED;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Returns the name in lower case, as in tables. */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The reference leads to one TypeDef. A loaded module proves nothing about the type: {@link
   * dev.tiptoe.resolver.Moment#loadedness(Resolved)} returns how far it is loaded.
   *
   * @param module the loaded module that defines it
   * @param type the type
   * @param trail each step from module to module; empty when the type is in the referring module
   */
  record Resolved(LoadedImage module, TypeDef type, List<Hop> trail) implements TypeResolution {
    /** Copies the list. */
    public Resolved {
      trail = List.copyOf(trail);
    }

    @Override
    public Kind kind() {
      return Kind.RESOLVED;
    }

    @Override
    public List<Resolved> candidates() {
      return List.of(this);
    }

    @Override
    public Optional<Resolved> resolved() {
      return Optional.of(this);
    }

    /** Returns the type, by module and token. */
    public TypeKey key() {
      return new TypeKey(module.id(), type.token());
    }

    /** Returns the worst tier of the trail. */
    public Tier tier() {
      Tier worst = Tier.EXACT;
      for (Hop hop : trail) {
        worst = worst.worst(hop.tier());
      }
      return worst;
    }

    /** Returns whether the runtime takes each step of the trail. */
    public boolean isBound() {
      return trail.stream().allMatch(Hop::isBound);
    }

    /** Returns how many forwarders were followed. */
    public int forwarders() {
      int forwarders = 0;
      for (Hop hop : trail) {
        forwarders += hop.isForwarder() ? 1 : 0;
      }
      return forwarders;
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
   * The reference may lead to several TypeDefs, in modules that fit equally well.
   *
   * @param candidates two or more
   */
  record Ambiguous(List<Resolved> candidates) implements TypeResolution {
    /** Copies the list. */
    public Ambiguous {
      candidates = List.copyOf(candidates);
    }

    @Override
    public Kind kind() {
      return Kind.AMBIGUOUS;
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
   * The reference leads nowhere that the runtime would go by itself.
   *
   * @param reason the kind of reason
   * @param detail the missing item, as text
   * @param candidates types that may be meant: of an assembly that the runtime refuses, or of
   *     others when none of the name is loaded. A handler of the program's own may bind them
   */
  record Unresolved(Reason reason, String detail, List<Resolved> candidates)
      implements TypeResolution {

    /** Copies the list. */
    public Unresolved {
      candidates = List.copyOf(candidates);
    }

    /** Creates an answer without candidates. */
    public Unresolved(Reason reason, String detail) {
      this(reason, detail, List.of());
    }

    @Override
    public Kind kind() {
      return Kind.UNRESOLVED;
    }

    @Override
    public int parts() {
      return 1 + candidates.stream().mapToInt(Resolved::parts).sum();
    }

    @Override
    public String why() {
      return candidates.isEmpty()
          ? detail
          : candidates.stream()
              .map(Resolved::why)
              .collect(Collectors.joining("; or ", detail + "; it may be ", ""));
    }
  }

  /** The reasons why a reference leads nowhere. */
  enum Reason {
    /** The requested assembly or module is not loaded. */
    NOT_LOADED,
    /**
     * An assembly of the right name is loaded, and the runtime refuses it: the version is lower, or
     * the culture another.
     */
    REFUSED,
    /**
     * An assembly of the right name is loaded, and the runtime's binder refuses it. But it is not
     * known whether it is in the load context of the referring module, whose {@code Load} would
     * then have supplied it.
     */
    CONTEXT_UNKNOWN,
    /** The module is loaded and neither defines nor forwards the type. */
    NO_SUCH_TYPE,
    /** Forwarders or enclosing types form a cycle, or a chain longer than the CLR follows. */
    CIRCULAR,
    /** The referring module has no such row. */
    NO_SUCH_ROW,
    /** A row on the way cannot be read. */
    DAMAGED
  }
}
