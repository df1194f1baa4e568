// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.image.Image;
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
 * <p>Immutable, for any number of threads.
 *
 * @ecma II.22.38, II.22.14
 */
public final class TypeRefResolver {

  /** The CLR's own limit for chains of enclosing types, and of forwarders. */
  static final int DEEPEST = 1024;

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
    Deque<TypeRef> inwards = new ArrayDeque<>();
    TypeRef outermost = reference;
    while (outermost.resolutionScope().table() == TypeRef.TABLE) {
      inwards.push(outermost);
      if (inwards.size() > DEEPEST) {
        return new Unresolved(Reason.CIRCULAR, reference.token() + " is enclosed by itself");
      }
      outermost = new TypeRef(reference.image(), outermost.resolutionScope().rid());
    }
    TypeResolution found = combined(new TypeSearch(loaded, outermost).answers());
    for (TypeRef nested : inwards) {
      found = then(found, outer -> inside(outer, nested));
    }
    return found;
  }

  private static TypeResolution inside(Resolved outer, TypeRef name) {
    Image module = outer.type().image();
    Optional<TypeDef> type = module.findType(Optional.of(outer.type()), name);
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
