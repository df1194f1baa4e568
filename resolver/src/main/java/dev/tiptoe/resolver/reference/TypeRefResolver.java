// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.reference.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.reference.TypeResolution.Reason;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import dev.tiptoe.resolver.reference.TypeResolution.Unresolved;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Finds the TypeDef that a TypeRef means, among the modules that are loaded.
 *
 * <p>A reference to an assembly is taken to the loaded assemblies of that name, in tiers: those
 * that fit exactly; if there are none, those with a higher version; if there are none, all others.
 * There the type is defined, or forwarded to the next assembly, where the same begins again.
 * Forwarders that lead in a circle end in an answer that says so.
 *
 * <p>For any number of threads. Keeps where forwarders led: a reference for each row of the facades
 * that were met, and what it leads to.
 *
 * @ecma II.22.38, II.22.14
 */
public final class TypeRefResolver {

  /** The CLR's own limit for chains of enclosing types, and of forwarders. */
  static final int DEEPEST = 1024;

  private final LoadedModules loaded;
  private final Forwarders forwarders = new Forwarders();

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
    Token scope = reference.resolutionScope();
    return scope.table() == TypeRef.TABLE ? nested(reference) : atTopLevel(reference, scope);
  }

  private TypeResolution atTopLevel(TypeRef reference, Token scope) {
    return combined(new TypeSearch(loaded, forwarders, reference).answers(scope));
  }

  /**
   * From the reference outwards to its outermost enclosing type, then back inwards through the
   * definitions.
   */
  private TypeResolution nested(TypeRef reference) {
    Deque<TypeRef> inwards = new ArrayDeque<>();
    TypeRef outermost = reference;
    Token scope = outermost.resolutionScope();
    while (scope.table() == TypeRef.TABLE) {
      inwards.push(outermost);
      if (inwards.size() > DEEPEST) {
        return new Unresolved(Reason.CIRCULAR, reference.token() + " is enclosed by itself");
      }
      outermost = new TypeRef(reference.image(), scope.rid());
      scope = outermost.resolutionScope();
    }
    TypeResolution found = atTopLevel(outermost, scope);
    for (TypeRef nested : inwards) {
      found = then(found, outer -> inside(outer, nested));
    }
    return found;
  }

  private static TypeResolution inside(Resolved outer, TypeRef name) {
    Image module = outer.type().image();
    Optional<TypeDef> type = module.findNested(outer.type(), SoughtType.of(name));
    return type.isPresent() ? new Resolved(type.get(), outer.trail()) : noSuchType(module, name);
  }

  /** The answer that a module has no type of that name. */
  static Unresolved noSuchType(Image module, TypeRef name) {
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
    if (answers.size() == 1) {
      return answers.get(0);
    }
    // Two files with the same MVID are copies of one module.
    Map<Copies, Resolved> targets = new LinkedHashMap<>();
    for (TypeResolution answer : answers) {
      if (answer instanceof Resolved resolved) {
        targets.putIfAbsent(Copies.of(resolved.type()), resolved);
      }
    }
    return switch (targets.size()) {
      case 0 -> answers.get(0);
      case 1 -> targets.values().iterator().next();
      default -> new Ambiguous(List.copyOf(targets.values()));
    };
  }

  /** A row, in all files that are copies of one module. */
  private record Copies(Optional<UUID> mvid, int rid) {
    static Copies of(TypeDef type) {
      return new Copies(type.image().mvid(), type.rid());
    }
  }
}
