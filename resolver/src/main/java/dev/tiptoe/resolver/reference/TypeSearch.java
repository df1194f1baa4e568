// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the way from one top-level reference to its type, through any number of modules. For one
 * search, not thread-safe.
 *
 * <p>It is a depth-first walk without recursion. The forwarders of each module are looked at once,
 * and a way is a chain of links that is converted to a list only when it ends at a type. The time
 * is proportional to the number of modules.
 */
final class TypeSearch {

  /**
   * A module that is still to be searched.
   *
   * @param module the module
   * @param way the way by which it was reached
   */
  private record Stop(LoadedImage module, Way way) {}

  private final AssemblyChoice assemblies;
  private final LoadedModules loaded;
  private final Forwarders forwarders;
  private final Elsewhere elsewhere;
  private final LoadedImage from;
  private final TypeName name;

  /** The next stop; when the way has forked, the later ones are behind it. */
  private @Nullable Stop next;

  private @Nullable Deque<Stop> later;

  private final List<TypeResolution> answers = new ArrayList<>(1);

  /**
   * Modules whose forwarders were looked at. Looking again, through a cycle or on another way,
   * could find nothing new, and where facades are loaded many times there are very many ways.
   */
  private @Nullable Set<LoadedImage> entered;

  TypeSearch(
      AssemblyChoice assemblies,
      LoadedModules loaded,
      Forwarders forwarders,
      Elsewhere elsewhere,
      LoadedImage from,
      TypeName name) {
    this.assemblies = assemblies;
    this.loaded = loaded;
    this.forwarders = forwarders;
    this.elsewhere = elsewhere;
    this.from = from;
    this.name = name;
  }

  /**
   * Returns what was found from a resolution scope, in the order of preference: at least one
   * answer.
   */
  List<TypeResolution> answers(Token scope) {
    begin(scope);
    return walk();
  }

  /** Returns what was found from one module. */
  List<TypeResolution> answers(Candidate first) {
    if (!first.isBound()) {
      none(Reason.REFUSED, first.module().name() + " is refused");
    }
    to(List.of(first), from, name.row(), Way.NONE);
    return walk();
  }

  /** Returns what was found from a row of {@code from} that exports the type. */
  List<TypeResolution> answersBehind(ExportedType exported) {
    follow(from, exported, Way.NONE);
    return walk();
  }

  private List<TypeResolution> walk() {
    for (Stop stop = next(); stop != null; stop = next()) {
      look(stop);
    }
    return answers;
  }

  private @Nullable Stop next() {
    Stop stop = next;
    next = later == null ? null : later.poll();
    return stop;
  }

  /** Puts a stop before all others. */
  private void goTo(Stop stop) {
    if (next != null) {
      later = later == null ? new ArrayDeque<>() : later;
      later.push(next);
    }
    next = stop;
  }

  /**
   * A nil scope and that of the module itself have the same effect in the CLR: the module itself is
   * searched. In any searched module, types that it forwards count like those it defines.
   */
  private void begin(Token scope) {
    if (scope.table() == AssemblyRef.TABLE && !scope.isNil()) {
      toAssembly(from, scope.rid(), name.row(), Way.NONE);
    } else if (scope.table() == ModuleRef.TABLE && !scope.isNil()) {
      String module = new ModuleRef(from.image(), scope.rid()).name();
      toModules(loaded.modules(from, module), module, from, name.row(), Way.NONE);
    } else {
      goTo(new Stop(from, Way.NONE));
    }
  }

  private void look(Stop stop) {
    LoadedImage module = stop.module();
    Token found = module.image().find(name.sought());
    if (found.isNil()) {
      answers.add(TypeRefResolver.noSuchType(module, name));
    } else if (found.table() == TypeDef.TABLE) {
      arrive(module, new TypeDef(module.image(), found.rid()), stop.way());
    } else {
      follow(module, new ExportedType(module.image(), found.rid()), stop.way());
    }
  }

  private void arrive(LoadedImage module, TypeDef type, Way way) {
    Resolved resolved = new Resolved(module, type, way.hops(List.of()));
    answers.add(resolved);
    if (way.length() > 1 && resolved.isBound()) {
      forwarders.learn(resolved, way.certain());
    }
  }

  /** Goes on from a module that does not define the type but exports it. */
  private void follow(LoadedImage module, ExportedType exported, Way way) {
    Resolved known = forwarders.from(module, exported.rid());
    if (known != null && way.length() + known.trail().size() <= Enclosures.DEEPEST) {
      answers.add(new Resolved(known.module(), known.type(), way.hops(known.trail())));
    } else if (!isFirstVisit(module)) {
      none(Reason.CIRCULAR, "forwarders lead back to " + module.name());
    } else if (way.length() > Enclosures.DEEPEST) {
      none(Reason.CIRCULAR, "more than " + Enclosures.DEEPEST + " forwarders");
    } else {
      followUnknown(module, exported, way);
    }
  }

  private boolean isFirstVisit(LoadedImage module) {
    entered = entered == null ? new HashSet<>() : entered;
    return entered.add(module);
  }

  private void followUnknown(LoadedImage module, ExportedType exported, Way way) {
    Token elsewhere = exported.implementation();
    if (elsewhere.table() == AssemblyRef.TABLE) {
      toAssembly(module, elsewhere.rid(), exported.token(), way);
    } else {
      String file = new File(module.image(), elsewhere.rid()).name();
      toModules(loaded.files(module, file), file, module, exported.token(), way);
    }
  }

  /** Goes on in the loaded assemblies that may be meant. */
  private void toAssembly(LoadedImage module, int reference, Token via, Way way) {
    AssemblyRef wanted = new AssemblyRef(module.image(), reference);
    List<Candidate> candidates = assemblies.candidates(module, wanted);
    if (candidates.isEmpty()) {
      none(Reason.NOT_LOADED, "assembly " + wanted.name() + " is not loaded");
      for (Candidate each : elsewhere.having(name, module)) {
        TypeDef type =
            new TypeDef(each.module().image(), each.module().image().find(name.sought()).rid());
        answers.add(
            new Resolved(each.module(), type, way.hops(List.of(each.reached(module, via)))));
      }
    } else if (!candidates.get(0).isBound()) {
      none(Reason.REFUSED, refused(wanted, candidates.get(0)));
    }
    to(candidates, module, via, way);
  }

  private static String refused(AssemblyRef wanted, Candidate loaded) {
    AssemblyIdentity identity = wanted.identity();
    return "assembly "
        + identity.name()
        + " "
        + identity.version()
        + " is asked for, and the runtime refuses "
        + loaded.module().assembly().map(Object::toString).orElseGet(loaded.module()::name);
  }

  /** Goes on in other modules of the same assembly. */
  private void toModules(
      List<Candidate> modules, String wanted, LoadedImage module, Token via, Way way) {
    if (modules.isEmpty()) {
      none(Reason.NOT_LOADED, "module " + wanted + " is not loaded");
    }
    to(modules, module, via, way);
  }

  private void to(List<Candidate> candidates, LoadedImage module, Token via, Way way) {
    // The one to search first is pushed last.
    for (int i = candidates.size() - 1; i >= 0; i--) {
      Hop hop = candidates.get(i).reached(module, via);
      goTo(new Stop(hop.to(), way.then(hop, candidates.size() == 1)));
    }
  }

  private void none(Reason reason, String detail) {
    answers.add(new Unresolved(reason, detail));
  }
}
