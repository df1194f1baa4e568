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
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.reference.LoadedModules.Manifest;
import dev.tiptoe.resolver.reference.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.reference.TypeResolution.Reason;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the TypeDef that a TypeRef means, among the modules that are loaded.
 *
 * <p>A reference to an assembly is taken to the loaded assemblies of that name, in tiers: those
 * that fit exactly; if there are none, those with a higher version; if there are none, all others.
 * There the type is defined, or forwarded to the next assembly, where the same begins again.
 * Forwarders that lead in a circle end in an answer that says so.
 *
 * <p>Immutable, for any number of threads.
 *
 * @ecma II.22.38, II.22.14
 */
public final class TypeRefResolver {

  /** The CLR's own limit for chains of enclosing types. */
  private static final int DEEPEST = 1024;

  private final LoadedModules loaded;

  /** A resolver that looks at {@code loaded} and nowhere else. */
  public TypeRefResolver(LoadedModules loaded) {
    this.loaded = loaded;
  }

  /**
   * Resolves a reference.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on the way is damaged
   */
  public TypeResolution resolve(TypeRef reference) {
    // From the reference outwards to its outermost enclosing type, then back inwards through the
    // definitions.
    List<TypeRef> inwards = new ArrayList<>();
    TypeRef outermost = reference;
    while (outermost.resolutionScope().table() == TypeRef.TABLE) {
      inwards.add(0, outermost);
      if (inwards.size() > DEEPEST) {
        return new Unresolved(Reason.CIRCULAR, reference.token() + " is enclosed by itself");
      }
      outermost = new TypeRef(reference.image(), outermost.resolutionScope().rid());
    }
    TypeResolution found = new Search(outermost).run();
    for (TypeRef nested : inwards) {
      found = then(found, outer -> inside(outer, nested));
    }
    return found;
  }

  /** The way from one reference at top level to its type, through any number of modules. */
  private final class Search {

    private final TypeRef name;

    /**
     * Modules that were looked at. Looking again, through a circle or on another way, could find
     * nothing new, and where facades are loaded many times there are very many ways.
     */
    private final Set<Image> entered = new HashSet<>();

    Search(TypeRef name) {
      this.name = name;
    }

    TypeResolution run() {
      Token scope = name.resolutionScope();
      Image from = name.image();
      if (scope.isNil()) {
        return in(from, List.of());
      }
      return switch (scope.table()) {
        case AssemblyRef.TABLE ->
            inAssembly(new AssemblyRef(from, scope.rid()), name.token(), List.of());
        case ModuleRef.TABLE -> {
          String module = new ModuleRef(from, scope.rid()).name();
          yield inModules(loaded.modules(module), module, from, name.token(), List.of());
        }
        default -> defined(from, name, List.of());
      };
    }

    /** Among the loaded assemblies that fit best. */
    private TypeResolution inAssembly(AssemblyRef wanted, Token via, List<Hop> trail) {
      AssemblyIdentity identity = wanted.identity();
      List<Manifest> candidates = loaded.assemblies(identity.name());
      Optional<Tier> best =
          candidates.stream().map(one -> Tier.of(one.identity(), identity)).min(Tier::compareTo);
      if (best.isEmpty()) {
        return new Unresolved(Reason.NOT_LOADED, "assembly " + identity.name() + " is not loaded");
      }
      List<TypeResolution> answers = new ArrayList<>();
      for (Manifest one : candidates) {
        if (Tier.of(one.identity(), identity) == best.get()) {
          Hop hop = new Hop(wanted.image(), via, one.image(), best.get());
          answers.add(in(one.image(), plus(trail, hop)));
        }
      }
      return combined(answers);
    }

    /** In one module: defined there, or exported from elsewhere. */
    private TypeResolution in(Image module, List<Hop> trail) {
      if (!entered.add(module)) {
        return new Unresolved(Reason.CIRCULAR, "forwarders lead back to " + module.moduleName());
      }
      TypeResolution defined = defined(module, name, trail);
      Optional<ExportedType> exported = module.findExported(name);
      if (defined instanceof Resolved || exported.isEmpty()) {
        return defined;
      }
      Token elsewhere = exported.get().implementation();
      Token via = exported.get().token();
      if (elsewhere.table() == AssemblyRef.TABLE) {
        return inAssembly(new AssemblyRef(module, elsewhere.rid()), via, trail);
      }
      String file = new File(module, elsewhere.rid()).name();
      return inModules(loaded.files(file), file, module, via, trail);
    }

    /** In other modules of the same assembly. */
    private TypeResolution inModules(
        List<Image> modules, String wanted, Image from, Token via, List<Hop> trail) {
      if (modules.isEmpty()) {
        return new Unresolved(Reason.NOT_LOADED, "module " + wanted + " is not loaded");
      }
      List<TypeResolution> answers = new ArrayList<>();
      for (Image module : modules) {
        answers.add(defined(module, name, plus(trail, new Hop(from, via, module, Tier.EXACT))));
      }
      return combined(answers);
    }
  }

  private static TypeResolution defined(Image module, TypeRef name, List<Hop> trail) {
    return found(module.findType(Optional.empty(), name), module, name, trail);
  }

  private static TypeResolution inside(Resolved outer, TypeRef name) {
    Image module = outer.type().image();
    return found(module.findType(Optional.of(outer.type()), name), module, name, outer.trail());
  }

  private static TypeResolution found(
      Optional<TypeDef> type, Image module, TypeRef name, List<Hop> trail) {
    if (type.isPresent()) {
      return new Resolved(type.get(), trail);
    }
    String namespace = name.namespace().isEmpty() ? "" : name.namespace() + ".";
    String detail = module.moduleName() + " has no type " + namespace + name.name();
    return new Unresolved(Reason.NO_SUCH_TYPE, detail);
  }

  /** Goes on from whatever was found. */
  private static TypeResolution then(
      TypeResolution found, Function<Resolved, TypeResolution> next) {
    if (found instanceof Resolved resolved) {
      return next.apply(resolved);
    }
    return found instanceof Ambiguous ambiguous
        ? combined(ambiguous.candidates().stream().map(next).toList())
        : found;
  }

  /** One answer from several: what was found counts, what was not does not, unless nothing was. */
  private static TypeResolution combined(List<TypeResolution> answers) {
    List<Resolved> targets = new ArrayList<>();
    for (TypeResolution answer : answers) {
      if (answer instanceof Resolved resolved) {
        addDistinct(targets, resolved);
      } else if (answer instanceof Ambiguous ambiguous) {
        ambiguous.candidates().forEach(candidate -> addDistinct(targets, candidate));
      }
    }
    return switch (targets.size()) {
      case 0 -> answers.get(0);
      case 1 -> targets.get(0);
      default -> new Ambiguous(targets);
    };
  }

  /** Two files with the same MVID are copies of one module. */
  private static void addDistinct(List<Resolved> targets, Resolved candidate) {
    boolean known =
        targets.stream()
            .map(Resolved::type)
            .anyMatch(
                type ->
                    type.rid() == candidate.type().rid()
                        && type.image().mvid().equals(candidate.type().image().mvid()));
    if (!known) {
      targets.add(candidate);
    }
  }

  private static List<Hop> plus(List<Hop> trail, Hop hop) {
    List<Hop> longer = new ArrayList<>(trail);
    longer.add(hop);
    return longer;
  }
}
