// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LoadContext.Sameness;
import dev.tiptoe.resolver.map.storage.LoadContexts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Chooses among the loaded assemblies of one name as the CLR's binder does. Immutable.
 *
 * <p>The binder looks for an assembly that is accepted in the load context of the referring module.
 * Next it calls the {@code Load} of that context, which may supply any version, and then it
 * searches the default context, which again must have an accepted one. It never searches other
 * contexts. What it does not find, a handler of the program's own may supply from anywhere. So:
 *
 * <ul>
 *   <li>An accepted assembly of the own context is meant.
 *   <li>An assembly of the own context that is not accepted is meant if the context may have a
 *       {@code Load}, which then has supplied it.
 *   <li>Else an accepted one of the default context is meant.
 *   <li>Where a context is not known, its assemblies may be meant, and the answer is ambiguous when
 *       several may be.
 *   <li>All others are named, but not bound. One that is not accepted may still be meant if its
 *       context may be the own one, with a {@code Load}.
 * </ul>
 *
 * <p>A folder has no contexts; the exact version wins.
 */
final class AssemblyBinder {

  /** The assemblies of one name that are known to be in the own context and the default one. */
  private record Taken(Optional<LoadedImage> ofOwn, Optional<LoadedImage> ofDefault) {
    static final Taken NONE = new Taken(Optional.empty(), Optional.empty());
  }

  private final Map<String, List<Manifest>> assemblies = new LinkedHashMap<>();
  private final Optional<LoadContexts> contexts;
  private final RuntimeInfo.Kind kind;
  private final boolean isFolder;

  /**
   * Creates a binder.
   *
   * @param contexts of the modules, as far as they are known
   * @param kind the kind of runtime
   * @param isFolder whether there is no runtime
   */
  AssemblyBinder(
      List<LoadedImage> modules,
      Optional<LoadContexts> contexts,
      RuntimeInfo.Kind kind,
      boolean isFolder) {
    this.contexts = contexts;
    this.kind = kind;
    this.isFolder = isFolder;
    for (LoadedImage module : modules) {
      module
          .assembly()
          .ifPresent(
              id ->
                  assemblies
                      .computeIfAbsent(LoadedModules.folded(id.name()), any -> new ArrayList<>(1))
                      .add(new Manifest(module, id)));
    }
  }

  /**
   * Returns the assemblies that a reference may mean, best first; names are compared without case.
   * When the first is not bound, none is.
   */
  List<Candidate> candidates(LoadedImage from, AssemblyIdentity wanted) {
    List<Candidate> named = named(from, wanted);
    if (named.size() <= 1) {
      // The usual case, and there is nothing to choose.
      return named;
    }
    return isFolder ? bestFitting(named) : bound(from, named);
  }

  /** Returns all assemblies with the name in a reference, as the binder alone sees them. */
  List<Candidate> named(LoadedImage from, AssemblyIdentity wanted) {
    List<Manifest> all = assemblies.getOrDefault(LoadedModules.folded(wanted.name()), List.of());
    if (all.size() == 1) {
      return only(from, all.get(0), wanted);
    }
    Taken taken = contexts.map(known -> taken(known, from, all)).orElse(Taken.NONE);
    return all.stream()
        .filter(each -> isVisible(from, each.module()))
        .map(
            each ->
                new Candidate(
                    each.module(),
                    Tier.of(each.identity(), wanted, kind),
                    binding(from, each.module(), taken)))
        .toList();
  }

  /**
   * Returns whether the {@code Load} of the referring module's context may have supplied an
   * assembly that the binder refuses: it may, if the assembly may be in that context.
   */
  boolean mayBeSupplied(LoadedImage from, Candidate to) {
    return !isFolder
        && to.tier() == Tier.REFUSED
        && to.binding() == Binding.POSSIBLE
        && mayHaveLoad(from);
  }

  /** Returns an assembly as the only candidate; none if it is not visible. */
  private List<Candidate> only(LoadedImage from, Manifest to, AssemblyIdentity wanted) {
    if (!isVisible(from, to.module())) {
      return List.of();
    }
    Binding binding = binding(from, to.module(), Taken.NONE);
    Tier tier = Tier.of(to.identity(), wanted, kind);
    boolean supplied = tier == Tier.REFUSED && binding == Binding.OWN_CONTEXT && mayHaveLoad(from);
    return to.alone(supplied ? Tier.SUPPLIED : tier, binding);
  }

  /** Returns all assemblies that a module may refer to, whatever their names. */
  List<Candidate> all(LoadedImage from) {
    return assemblies.values().stream()
        .flatMap(List::stream)
        .filter(each -> isVisible(from, each.module()))
        .map(each -> candidate(from, each.module(), Tier.ELSEWHERE))
        .filter(each -> each.binding() != Binding.OTHER_CONTEXT)
        .toList();
  }

  /** Returns the modules that may be parts of the assembly of {@code from}. */
  List<Candidate> parts(LoadedImage from, List<LoadedImage> modules) {
    List<Candidate> all =
        modules.stream().map(module -> candidate(from, module, Tier.EXACT)).toList();
    List<Candidate> own = those(all, each -> each.binding() == Binding.OWN_CONTEXT);
    return own.isEmpty() ? those(all, each -> each.binding() != Binding.OTHER_CONTEXT) : own;
  }

  private boolean isVisible(LoadedImage from, LoadedImage to) {
    return contexts.isEmpty() || contexts.get().isVisible(from.id(), to.id());
  }

  private Candidate candidate(LoadedImage from, LoadedImage to, Tier tier) {
    return new Candidate(to, tier, binding(from, to, Taken.NONE));
  }

  /**
   * Returns how an assembly may be reached from a module.
   *
   * @param taken the places of that name that are taken
   */
  private Binding binding(LoadedImage from, LoadedImage to, Taken taken) {
    return contexts.map(known -> binding(known, from, to, taken)).orElse(Binding.POSSIBLE);
  }

  private static Binding binding(
      LoadContexts contexts, LoadedImage from, LoadedImage to, Taken taken) {
    Sameness sameness = contexts.sameness(from.id(), to.id());
    if (sameness == Sameness.SAME) {
      return Binding.OWN_CONTEXT;
    }
    LoadContext context = contexts.of(to.id());
    if (context instanceof LoadContext.Default) {
      return Binding.DEFAULT_CONTEXT;
    }
    // One of which nothing is known may be in a context that has no other of its name.
    boolean mayBeOwn = sameness == Sameness.UNKNOWN && !isApart(contexts, to, taken.ofOwn());
    boolean mayBeDefault =
        context instanceof LoadContext.Unknown && !isApart(contexts, to, taken.ofDefault());
    return mayBeOwn || mayBeDefault ? Binding.POSSIBLE : Binding.OTHER_CONTEXT;
  }

  private static boolean isApart(
      LoadContexts contexts, LoadedImage to, Optional<LoadedImage> other) {
    return other
        .filter(each -> contexts.sameness(each.id(), to.id()) == Sameness.DIFFERENT)
        .isPresent();
  }

  private static Taken taken(LoadContexts contexts, LoadedImage from, List<Manifest> named) {
    return new Taken(
        first(named, each -> contexts.sameness(from.id(), each.id()) == Sameness.SAME),
        first(named, each -> contexts.of(each.id()) instanceof LoadContext.Default));
  }

  private static Optional<LoadedImage> first(List<Manifest> all, Predicate<LoadedImage> such) {
    return all.stream().map(Manifest::module).filter(such).findFirst();
  }

  /** Returns whether the load context of a module may have a {@code Load} that is the program's. */
  private boolean mayHaveLoad(LoadedImage module) {
    return kind == RuntimeInfo.Kind.CORE_CLR
        && contexts.map(known -> known.of(module.id()).mayHaveLoad()).orElse(true);
  }

  /** Returns what is bound, in a running program; all, if nothing is. */
  private List<Candidate> bound(LoadedImage from, List<Candidate> named) {
    boolean mayHaveLoad = mayHaveLoad(from);
    List<Candidate> own = those(named, each -> each.binding() == Binding.OWN_CONTEXT);
    List<Candidate> ownBound = mayHaveLoad ? supplied(own) : those(own, Candidate::isBound);
    if (!ownBound.isEmpty()) {
      return byTier(ownBound);
    }
    List<Candidate> accepted = those(named, Candidate::isBound);
    if (accepted.isEmpty()) {
      return named.stream()
          .sorted(Comparator.comparing(Candidate::binding).thenComparing(Candidate::tier))
          .toList();
    }
    // One in an unknown context may be in the own one.
    List<Candidate> perhaps =
        mayHaveLoad
            ? supplied(those(named, each -> each.binding() == Binding.POSSIBLE && !each.isBound()))
            : List.of();
    return byTier(Stream.concat(accepted.stream(), perhaps.stream()).toList());
  }

  private static List<Candidate> supplied(List<Candidate> all) {
    return all.stream().map(each -> each.isBound() ? each : each.supplied()).toList();
  }

  private static List<Candidate> bestFitting(List<Candidate> named) {
    List<Candidate> sorted = byTier(named);
    Tier best = sorted.get(0).tier();
    return those(sorted, each -> each.tier() == best);
  }

  private static List<Candidate> byTier(List<Candidate> all) {
    return all.stream().sorted(Comparator.comparing(Candidate::tier)).toList();
  }

  private static List<Candidate> those(List<Candidate> all, Predicate<Candidate> such) {
    return all.stream().filter(such).toList();
  }
}
