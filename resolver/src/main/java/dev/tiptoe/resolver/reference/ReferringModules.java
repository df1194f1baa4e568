// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the loaded modules refer to which assembly names, kept up as modules come and go, so
 * that only those references are compared which a change can lead elsewhere. For one thread at a
 * time.
 */
public final class ReferringModules {

  /** A row of AssemblyRef. */
  private record Reference(LoadedImage from, int row) {}

  /**
   * A reference to an assembly that leads elsewhere.
   *
   * @param ledNowhere whether all that goes through it led nowhere before
   */
  private record Changed(Reference reference, boolean ledNowhere) {}

  /** The modules whose names are known; empty for one that has none. */
  private final Map<LoadedImage, Optional<AssemblyNames>> names = new HashMap<>();

  private final Map<String, Set<LoadedImage>> named = new HashMap<>();
  private final Map<String, Set<Reference>> referring = new HashMap<>();

  /**
   * Finds out what differs between the references among some modules and those among others, and
   * takes in the others.
   *
   * @param before the modules that were taken in last; empty for none
   * @param changed the modules that are in only one of both, or differ
   * @param outdated the modules of which it is observed that references lead elsewhere
   * @return empty if any reference may lead elsewhere
   */
  public Optional<ReferenceChanges> follow(
      Optional<References> before,
      References after,
      Set<ModuleID> changed,
      Set<ModuleID> outdated) {
    Set<String> doubtful = new HashSet<>();
    boolean isClear = before.isPresent();
    if (before.isPresent()) {
      for (ModuleID id : changed) {
        isClear &= doubt(before.get().modules().module(id), doubtful);
        before.get().modules().module(id).ifPresent(this::remove);
      }
    }
    for (LoadedImage each : after.modules().all()) {
      if (before.isEmpty() || changed.contains(each.id())) {
        add(each);
        isClear &= doubt(Optional.of(each), doubtful);
      }
    }
    return isClear
        ? new Comparison(before.get().modules(), after.modules(), changed)
            .changes(outdated, doubtful)
        : Optional.empty();
  }

  /** Returns false for a module on which all others may depend. */
  private boolean doubt(Optional<LoadedImage> module, Set<String> doubtful) {
    if (module.isEmpty()) {
      return true;
    }
    Optional<AssemblyNames> known = names.getOrDefault(module.get(), Optional.empty());
    known.ifPresent(each -> doubtful.add(each.own()));
    return known.filter(each -> !each.isCore()).isPresent();
  }

  private void add(LoadedImage module) {
    Optional<AssemblyNames> read = AssemblyNames.of(module.image());
    names.put(module, read);
    read.ifPresent(
        of -> {
          named.computeIfAbsent(of.own(), any -> new LinkedHashSet<>()).add(module);
          for (int row = 1; row <= of.references().size(); row++) {
            referring
                .computeIfAbsent(of.references().get(row - 1), any -> new LinkedHashSet<>())
                .add(new Reference(module, row));
          }
        });
  }

  private void remove(LoadedImage module) {
    Optional<AssemblyNames> read = names.getOrDefault(module, Optional.empty());
    names.remove(module);
    read.ifPresent(
        of -> {
          without(module, named, of.own());
          for (int row = 1; row <= of.references().size(); row++) {
            without(new Reference(module, row), referring, of.references().get(row - 1));
          }
        });
  }

  private static <T> void without(T one, Map<String, Set<T>> sets, String name) {
    sets.computeIfPresent(
        name,
        (any, set) -> {
          set.remove(one);
          return set.isEmpty() ? null : set;
        });
  }

  /** One comparison of the references among some modules with those among others. */
  private final class Comparison {

    private final LoadedModules before;
    private final LoadedModules after;
    private final Set<ModuleID> changed;
    private final ReferenceChanges.Union found = new ReferenceChanges.Union();

    /** What is not yet followed to those that go through it, and what was. */
    private final Deque<Changed> next = new ArrayDeque<>();

    private final Set<Changed> met = new HashSet<>();

    Comparison(LoadedModules before, LoadedModules after, Set<ModuleID> changed) {
      this.before = before;
      this.after = after;
      this.changed = changed;
    }

    Optional<ReferenceChanges> changes(Set<ModuleID> outdated, Set<String> doubtful) {
      changed.forEach(found::addAny);
      for (LoadedImage each : after.all()) {
        if (outdated.contains(each.id()) || hasOtherContext(each)) {
          if (!doubt(Optional.of(each), doubtful)) {
            return Optional.empty();
          }
          changed(each);
        }
      }
      named.forEach(
          (name, modules) -> {
            if (modules.size() > 1) {
              doubtful.add(name); // observations may distinguish them by now
            }
          });
      for (String name : doubtful) {
        referring.getOrDefault(name, Set.of()).forEach(this::compare);
      }
      while (!next.isEmpty()) {
        follow(next.remove());
      }
      return Optional.of(found.changes());
    }

    private boolean hasOtherContext(LoadedImage module) {
      return !changed.contains(module.id())
          && !before.contextOf(module).equals(after.contextOf(module));
    }

    /** All references of a module may lead elsewhere. */
    private void changed(LoadedImage module) {
      found.addAny(module.id());
      forwards(module).forEach(row -> next.add(new Changed(new Reference(module, row), false)));
    }

    private Set<Integer> forwards(LoadedImage module) {
      return names
          .getOrDefault(module, Optional.empty())
          .map(AssemblyNames::forwards)
          .orElse(Set.of());
    }

    private void compare(Reference reference) {
      List<Candidate> old = candidates(before, reference);
      if (!isNew(reference) && !old.equals(candidates(after, reference))) {
        changed(reference, old.isEmpty());
      }
    }

    private boolean isNew(Reference reference) {
      return changed.contains(reference.from().id());
    }

    private static List<Candidate> candidates(LoadedModules modules, Reference reference) {
      return modules
          .module(reference.from().id())
          .map(from -> modules.candidates(from, reference.row()))
          .orElse(List.of());
    }

    private void changed(Reference reference, boolean ledNowhere) {
      Changed changed = new Changed(reference, ledNowhere);
      if (met.add(changed)) {
        if (ledNowhere) {
          found.addUnresolved(reference.from().id(), reference.row());
          found.addUnresolved(reference.from().id(), 0);
        } else {
          found.addAny(reference.from().id());
        }
        if (forwards(reference.from()).contains(reference.row())) {
          next.add(changed);
        }
      }
    }

    /** References to the module of a changed one lead elsewhere where it forwards their types. */
    private void follow(Changed through) {
      LoadedImage forwarder = through.reference().from();
      String name = names.getOrDefault(forwarder, Optional.empty()).orElseThrow().own();
      for (Reference each : referring.getOrDefault(name, Set.of())) {
        List<Candidate> old = candidates(before, each);
        if (!isNew(each) && old.stream().anyMatch(to -> to.module().equals(forwarder))) {
          changed(each, through.ledNowhere() && old.size() == 1);
        }
      }
    }
  }
}
