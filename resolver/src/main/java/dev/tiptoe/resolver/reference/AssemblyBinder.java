// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import com.google.common.collect.ImmutableListMultimap;
import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.resolver.answer.Binding;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.Tier;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LoadContext.Sameness;
import dev.tiptoe.resolver.map.LoadContexts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Chooses among the loaded assemblies of one name as the CLR's binder does: the one in the load
 * context of the referring module, else those that may be in it or are in the default one. An
 * assembly that is certainly in another context is chosen only when there is no other. Immutable.
 *
 * <p>A load context has one assembly of a name, so several remain only when their contexts are not
 * known. An assembly that the runtime would refuse counts only when there is no other. Of those
 * that it accepts, the one in the right context cannot be known: it may be the exact version or a
 * higher one. In a folder, which has no contexts, the exact version wins.
 */
final class AssemblyBinder {

  private final ImmutableListMultimap<String, Manifest> assemblies;
  private final Optional<LoadContexts> contexts;
  private final boolean isFolder;

  AssemblyBinder(List<LoadedImage> modules, Optional<LoadContexts> contexts, boolean isFolder) {
    this.contexts = contexts;
    this.isFolder = isFolder;
    var byName = ImmutableListMultimap.<String, Manifest>builder();
    for (LoadedImage module : modules) {
      module
          .assembly()
          .ifPresent(id -> byName.put(LoadedModules.folded(id.name()), new Manifest(module, id)));
    }
    assemblies = byName.build();
  }

  /**
   * Returns the assemblies that a reference may mean, best first; names are compared without case.
   */
  List<Candidate> candidates(LoadedImage from, AssemblyIdentity wanted) {
    List<Manifest> all = assemblies.get(LoadedModules.folded(wanted.name()));
    if (all.size() == 1) {
      // The usual case, and there is nothing to choose.
      return only(from, all.get(0), wanted);
    }
    List<Candidate> named =
        all.stream().flatMap(each -> only(from, each, wanted).stream()).toList();
    List<Candidate> accepted = those(named, each -> each.tier().isAccepted());
    return bestFitting(nearest(accepted.isEmpty() ? named : accepted));
  }

  /** Returns all assemblies that a module may refer to, whatever their names. */
  List<Candidate> all(LoadedImage from) {
    return assemblies.values().stream()
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

  /** Returns an assembly as the only candidate; none if it is not visible. */
  private List<Candidate> only(LoadedImage from, Manifest to, AssemblyIdentity wanted) {
    return isVisible(from, to.module())
        ? to.alone(Tier.of(to.identity(), wanted), binding(from, to.module()))
        : List.of();
  }

  private Candidate candidate(LoadedImage from, LoadedImage to, Tier tier) {
    return new Candidate(to, tier, binding(from, to));
  }

  private Binding binding(LoadedImage from, LoadedImage to) {
    return contexts.map(of -> binding(of, from, to)).orElse(Binding.POSSIBLE);
  }

  private static Binding binding(LoadContexts contexts, LoadedImage from, LoadedImage to) {
    Sameness sameness = contexts.sameness(from.id(), to.id());
    if (sameness == Sameness.SAME) {
      return Binding.OWN_CONTEXT;
    }
    if (contexts.of(to.id()) instanceof LoadContext.Default) {
      return Binding.DEFAULT_CONTEXT;
    }
    return sameness == Sameness.UNKNOWN ? Binding.POSSIBLE : Binding.OTHER_CONTEXT;
  }

  private static List<Candidate> nearest(List<Candidate> all) {
    List<Candidate> own = those(all, each -> each.binding() == Binding.OWN_CONTEXT);
    if (!own.isEmpty()) {
      return own;
    }
    List<Candidate> possible = those(all, each -> each.binding() != Binding.OTHER_CONTEXT);
    return possible.isEmpty() ? all : possible;
  }

  private List<Candidate> bestFitting(List<Candidate> all) {
    Tier best = all.stream().map(Candidate::tier).min(Comparator.naturalOrder()).orElse(Tier.OTHER);
    Tier worst = isFolder || best.compareTo(Tier.HIGHER) > 0 ? best : Tier.HIGHER;
    return all.stream()
        .filter(each -> each.tier().compareTo(worst) <= 0)
        .sorted(Comparator.comparing(Candidate::tier))
        .toList();
  }

  private static List<Candidate> those(List<Candidate> all, Predicate<Candidate> such) {
    return all.stream().filter(such).toList();
  }
}
