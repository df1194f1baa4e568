// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.Binding;
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

  private final AssemblyChoice assemblies;
  private final LoadedModules loaded;
  private final Destinations destinations;
  private final Elsewhere elsewhere;
  private final LoadedImage from;
  private final TypeName name;

  /** The way to the next module; where ways fork, the later ones are behind it. */
  private @Nullable Way next;

  private @Nullable Deque<Way> later;

  private final List<TypeResolution> answers = new ArrayList<>(1);

  /**
   * Modules whose forwarders were looked at. Looking again, through a cycle or on another way,
   * could find nothing new, and where facades are loaded many times there are very many ways.
   */
  private @Nullable Set<LoadedImage> entered;

  TypeSearch(
      AssemblyChoice assemblies,
      LoadedModules loaded,
      Destinations destinations,
      Elsewhere elsewhere,
      LoadedImage from,
      TypeName name) {
    this.assemblies = assemblies;
    this.loaded = loaded;
    this.destinations = destinations;
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
    to(List.of(first), name.row(), Way.from(from));
    return walk();
  }

  /** Returns what was found from a row of {@code from} that exports the type. */
  List<TypeResolution> answersBehind(ExportedType exported) {
    follow(exported, Way.from(from));
    return walk();
  }

  private List<TypeResolution> walk() {
    for (Way way = next(); way != null; way = next()) {
      lookAtEnd(way);
    }
    return answers;
  }

  private @Nullable Way next() {
    Way way = next;
    next = later == null ? null : later.poll();
    return way;
  }

  /** Puts a way before all others. */
  private void go(Way way) {
    if (next != null) {
      later = later == null ? new ArrayDeque<>() : later;
      later.push(next);
    }
    next = way;
  }

  /**
   * A nil scope and that of the module itself have the same effect in the CLR: the module itself is
   * searched. In any searched module, types that it forwards count like those it defines.
   */
  private void begin(Token scope) {
    Way start = Way.from(from);
    if (scope.table() == AssemblyRef.TABLE && !scope.isNil()) {
      toAssembly(scope.rid(), name.row(), start);
    } else if (scope.table() == ModuleRef.TABLE && !scope.isNil()) {
      String module = new ModuleRef(from.image(), scope.rid()).name();
      toModules(loaded.modules(from, module), module, name.row(), start);
    } else {
      go(start);
    }
  }

  private void lookAtEnd(Way way) {
    Resolved known = destinations.from(way.end(), name.sought());
    if (known != null && way.length() + known.trail().size() <= Enclosures.DEEPEST) {
      answers.add(new Resolved(known.module(), known.type(), way.hops(known.trail())));
    } else {
      search(way);
    }
  }

  private void search(Way way) {
    Image image = way.end().image();
    Token found = image.find(name.sought());
    if (found.isNil()) {
      answers.add(TypeRefResolver.noSuchType(way.end(), name));
    } else if (found.table() == TypeDef.TABLE) {
      arrive(new TypeDef(image, found.rid()), way);
    } else {
      follow(new ExportedType(image, found.rid()), way);
    }
  }

  private void arrive(TypeDef type, Way way) {
    Resolved resolved = new Resolved(way.end(), type, way.hops(List.of()));
    answers.add(resolved);
    if (way.isBound()) {
      destinations.learn(name.sought(), resolved, way.certain());
    }
  }

  /** Goes on from a module that does not define the type but exports it. */
  private void follow(ExportedType exported, Way way) {
    if (!isFirstVisit(way.end())) {
      none(Reason.CIRCULAR, "forwarders lead back to " + way.end().name());
    } else if (way.length() > Enclosures.DEEPEST) {
      none(Reason.CIRCULAR, "more than " + Enclosures.DEEPEST + " forwarders");
    } else {
      followFirst(exported, way);
    }
  }

  private boolean isFirstVisit(LoadedImage module) {
    entered = entered == null ? new HashSet<>() : entered;
    return entered.add(module);
  }

  private void followFirst(ExportedType exported, Way way) {
    Token elsewhere = exported.implementation();
    if (elsewhere.table() == AssemblyRef.TABLE) {
      toAssembly(elsewhere.rid(), exported.token(), way);
    } else {
      String file = new File(exported.image(), elsewhere.rid()).name();
      toModules(loaded.files(way.end(), file), file, exported.token(), way);
    }
  }

  /** Goes on in the loaded assemblies that may be meant. */
  private void toAssembly(int reference, Token via, Way way) {
    LoadedImage module = way.end();
    List<Candidate> candidates = assemblies.candidates(module, reference);
    if (candidates.isEmpty()) {
      String wanted = new AssemblyRef(module.image(), reference).name();
      none(Reason.NOT_LOADED, "assembly " + wanted + " is not loaded");
      for (Candidate each : elsewhere.having(name, module)) {
        TypeDef type =
            new TypeDef(each.module().image(), each.module().image().find(name.sought()).rid());
        answers.add(
            new Resolved(each.module(), type, way.hops(List.of(each.reached(module, via)))));
      }
    } else if (!candidates.get(0).isBound()) {
      AssemblyIdentity wanted = new AssemblyRef(module.image(), reference).identity();
      if (candidates.get(0).binding() == Binding.OTHER_CONTEXT) {
        none(Reason.NOT_LOADED, elsewhereOnly(wanted, module));
      } else {
        noneAccepted(candidates, wanted, module);
      }
    }
    to(candidates, via, way);
  }

  private void noneAccepted(
      List<Candidate> candidates, AssemblyIdentity wanted, LoadedImage module) {
    String refused = refused(wanted, candidates.get(0));
    if (candidates.stream().anyMatch(each -> loaded.mayBeSupplied(module, each))) {
      none(
          Reason.CONTEXT_UNKNOWN,
          refused + ", unless a Load supplied it; not all load contexts are known");
    } else {
      none(Reason.REFUSED, refused);
    }
  }

  private String elsewhereOnly(AssemblyIdentity wanted, LoadedImage module) {
    return "assembly "
        + wanted.name()
        + " is loaded in other load contexts only, not in that of "
        + module.name()
        + " ("
        + loaded.contextOf(module)
        + ") nor in the default one";
  }

  private static String refused(AssemblyIdentity wanted, Candidate loaded) {
    return "assembly "
        + wanted.name()
        + " "
        + wanted.version()
        + " is asked for, and the runtime refuses "
        + loaded.module().assembly().map(Object::toString).orElseGet(loaded.module()::name);
  }

  /** Goes on in other modules of the same assembly. */
  private void toModules(List<Candidate> modules, String wanted, Token via, Way way) {
    if (modules.isEmpty()) {
      none(Reason.NOT_LOADED, "module " + wanted + " is not loaded");
    }
    to(modules, via, way);
  }

  private void to(List<Candidate> candidates, Token via, Way way) {
    // The one to search first is pushed last.
    for (int i = candidates.size() - 1; i >= 0; i--) {
      Hop hop = candidates.get(i).reached(way.end(), via);
      go(way.then(hop, candidates.size() == 1));
    }
  }

  private void none(Reason reason, String detail) {
    answers.add(new Unresolved(reason, detail));
  }
}
