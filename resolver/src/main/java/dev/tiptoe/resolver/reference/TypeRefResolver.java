// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.SoughtType;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.Hop;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.answer.TypeResolution.Reason;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.answer.TypeResolution.Unresolved;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the TypeDef to which a TypeRef or ExportedType leads, among the modules that are loaded.
 *
 * <p>A reference to an assembly leads to the loaded assembly of that name in the module's own load
 * context, else to those that may be meant, in tiers. The type is defined there, or forwarded to
 * the next assembly, where the same begins again. A cycle of forwarders ends in an answer with that
 * reason. So does a reference to an assembly of which none is loaded, or none that the runtime
 * accepts; the types that may be meant all the same are candidates of the answer.
 *
 * <p>Thread-safe. Caches the answer for each row, up to some two million parts of answers in all.
 *
 * @ecma II.22.38, II.22.14
 */
public final class TypeRefResolver {

  private static final int DEEPEST = Enclosures.DEEPEST;

  private final LoadedModules loaded;
  private final AssemblyChoice assemblies;
  private final Destinations destinations;
  private final Enclosures enclosures;
  private final RowCache<TypeResolution> answers;
  private final Elsewhere elsewhere;

  /** Creates a resolver that searches only {@code loaded}. */
  public TypeRefResolver(LoadedModules loaded) {
    this(loaded, loaded::candidates, new Elsewhere(loaded));
  }

  private TypeRefResolver(LoadedModules loaded, AssemblyChoice assemblies, Elsewhere elsewhere) {
    this.loaded = loaded;
    this.elsewhere = elsewhere;
    this.assemblies = assemblies;
    destinations = new Destinations(loaded.all().size());
    enclosures = new Enclosures(loaded.all().size());
    answers = new RowCache<>(TypeRef.TABLE, loaded.all().size());
  }

  /** Creates a resolver that ignores observed bindings, which are found with its help. */
  static TypeRefResolver unobserving(LoadedModules loaded) {
    return new TypeRefResolver(loaded, loaded::possible, Elsewhere.NOWHERE);
  }

  /**
   * Resolves a reference of the module with its image; of the first one, if that is loaded more
   * than once.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on the way is damaged
   */
  public TypeResolution resolve(TypeRef reference) {
    return resolve(loaded.of(reference.image()), reference);
  }

  /**
   * Resolves a reference of a module.
   *
   * @param reference a row of that module
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on the way is damaged
   */
  public TypeResolution resolve(LoadedImage from, TypeRef reference) {
    TypeResolution known = answers.get(from, reference.rid());
    return known == null ? search(from, reference) : known;
  }

  /**
   * Resolves a type that a module exports without defining it.
   *
   * @param exported a row of that module
   * @throws dev.tiptoe.metadata.MetadataFormatException when a row on the way is damaged
   */
  public TypeResolution resolve(LoadedImage from, ExportedType exported) {
    Deque<TypeName> inwards = new ArrayDeque<>();
    ExportedType outermost = exported;
    Optional<ExportedType> around = outermost.enclosing();
    while (around.isPresent()) {
      inwards.push(TypeName.of(outermost));
      if (inwards.size() > DEEPEST) {
        return enclosedByItself(exported.token());
      }
      outermost = around.get();
      around = outermost.enclosing();
    }
    TypeSearch search = search(from, TypeName.of(outermost));
    return inside(combined(search.answersBehind(outermost)), inwards);
  }

  /** Resolves the same reference as if it were bound to one assembly. */
  TypeResolution resolve(LoadedImage from, TypeRef reference, Candidate bound) {
    Deque<TypeName> inwards = new ArrayDeque<>();
    TypeRef outermost = reference;
    while (inwards.size() < DEEPEST && Enclosures.isEnclosed(outermost)) {
      inwards.push(TypeName.of(outermost));
      outermost = Enclosures.enclosing(outermost);
    }
    return inside(combined(search(from, TypeName.of(outermost)).answers(bound)), inwards);
  }

  private TypeResolution search(LoadedImage from, TypeRef reference) {
    Token scope = reference.resolutionScope();
    return Enclosures.isEnclosed(scope)
        ? searchEnclosed(from, reference)
        : searchOutermost(from, reference, scope);
  }

  private TypeResolution searchOutermost(LoadedImage from, TypeRef reference, Token scope) {
    SoughtType name = SoughtType.of(reference);
    TypeResolution answer = known(from, reference, scope, name);
    if (answer == null) {
      TypeSearch search = search(from, new TypeName(reference.token(), name));
      answer = combined(search.answers(scope));
    }
    return cached(from, reference, answer);
  }

  /**
   * Returns the type where nothing has to be searched, as for most references: one assembly is
   * meant, and another reference led there with the same name. Null in all other cases.
   */
  private @Nullable Resolved known(
      LoadedImage from, TypeRef reference, Token scope, SoughtType name) {
    if (scope.table() != AssemblyRef.TABLE || scope.isNil()) {
      return null;
    }
    List<Candidate> candidates = assemblies.candidates(from, scope.rid());
    if (candidates.size() != 1 || !candidates.get(0).isBound()) {
      return null;
    }
    Candidate only = candidates.get(0);
    Resolved known = destinations.from(only.module(), name);
    if (known == null) {
      return null;
    }
    Hop hop = only.reached(from, reference.token());
    return new Resolved(known.module(), known.type(), Way.trail(hop, known.trail()));
  }

  /**
   * Searches from the nearest enclosing reference with a cached answer: any number of references
   * may share the same thousand enclosing ones.
   */
  private TypeResolution searchEnclosed(LoadedImage from, TypeRef reference) {
    if (enclosures.areTooMany(from, reference)) {
      return cached(from, reference, enclosedByItself(reference.token()));
    }
    Deque<TypeRef> inwards = new ArrayDeque<>(0);
    TypeRef outer = reference;
    TypeResolution known = null;
    while (known == null && Enclosures.isEnclosed(outer)) {
      inwards.push(outer);
      outer = Enclosures.enclosing(outer);
      known = answers.get(from, outer.rid());
    }
    TypeResolution found =
        known == null ? searchOutermost(from, outer, outer.resolutionScope()) : known;
    for (TypeRef nested : inwards) {
      TypeName name = TypeName.of(nested);
      found = cached(from, nested, then(found, each -> inside(each, name)));
    }
    return found;
  }

  private TypeResolution cached(LoadedImage from, TypeRef reference, TypeResolution answer) {
    answers.put(from, reference.rid(), answer, answer.parts());
    return answer;
  }

  private TypeSearch search(LoadedImage from, TypeName name) {
    return new TypeSearch(assemblies, loaded, destinations, elsewhere, from, name);
  }

  /** Returns the outermost type around a reference, as far as the CLR would go. */
  static TypeRef outermost(TypeRef reference) {
    TypeRef outermost = reference;
    for (int depth = 0; depth < DEEPEST && Enclosures.isEnclosed(outermost); depth++) {
      outermost = Enclosures.enclosing(outermost);
    }
    return outermost;
  }

  private static Unresolved enclosedByItself(Token row) {
    return new Unresolved(Reason.CIRCULAR, row + " is enclosed by itself");
  }

  /** Goes from the outermost type back inwards through the definitions. */
  private TypeResolution inside(TypeResolution outermost, Deque<TypeName> inwards) {
    TypeResolution found = outermost;
    for (TypeName nested : inwards) {
      found = then(found, outer -> inside(outer, nested));
    }
    return found;
  }

  private static TypeResolution inside(Resolved outer, TypeName name) {
    SoughtType sought = name.sought();
    Optional<TypeDef> type = outer.module().image().findNested(outer.type(), sought);
    return type.isPresent()
        ? new Resolved(outer.module(), type.get(), outer.trail())
        : noSuchType(outer.module(), name);
  }

  /** Returns the answer that a module has no type of that name. */
  static Unresolved noSuchType(LoadedImage module, TypeName name) {
    String detail = module.name() + " has no type " + name.sought().fullName();
    return new Unresolved(Reason.NO_SUCH_TYPE, detail);
  }

  /** Goes on from each found type. */
  private TypeResolution then(TypeResolution found, Function<Resolved, TypeResolution> next) {
    if (found instanceof Resolved resolved) {
      return next.apply(resolved);
    }
    return found instanceof Ambiguous ambiguous
        ? combined(ambiguous.candidates().stream().map(next).toList())
        : then((Unresolved) found, next);
  }

  /** Keeps the reason, and the candidates that lead on. */
  private static Unresolved then(Unresolved found, Function<Resolved, TypeResolution> next) {
    return found.candidates().isEmpty()
        ? found
        : new Unresolved(
            found.reason(),
            found.detail(),
            found.candidates().stream()
                .map(next)
                .flatMap(each -> each.resolved().stream())
                .toList());
  }

  /**
   * Combines several answers: those that found something are kept; only if none did, the others
   * are.
   */
  private TypeResolution combined(List<TypeResolution> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    Collection<Resolved> targets = targets(all, Resolved::isBound);
    return switch (targets.size()) {
      case 0 -> unbound(all);
      case 1 -> targets.iterator().next();
      default -> new Ambiguous(List.copyOf(targets));
    };
  }

  /** Returns the first reason, with the types that the runtime would not bind by itself. */
  private Unresolved unbound(List<TypeResolution> all) {
    Unresolved none =
        all.stream()
            .flatMap(each -> each instanceof Unresolved one ? Stream.of(one) : Stream.empty())
            .findFirst()
            .orElseThrow();
    Collection<Resolved> candidates = targets(all, each -> true);
    return candidates.isEmpty()
        ? none
        : new Unresolved(none.reason(), none.detail(), List.copyOf(candidates));
  }

  /** Returns the different types among the answers. */
  private Collection<Resolved> targets(List<TypeResolution> all, Predicate<Resolved> such) {
    Map<Object, Resolved> targets = new LinkedHashMap<>();
    for (TypeResolution answer : all) {
      if (answer instanceof Resolved resolved && such.test(resolved)) {
        targets.putIfAbsent(identity(resolved), resolved);
      }
    }
    return targets.values();
  }

  private Object identity(Resolved found) {
    return loaded.hasCopies()
        ? new Copies(found.type().image().mvid(), found.type().rid())
        : found.key();
  }

  /** A row in all files that are copies of one module. */
  private record Copies(Optional<UUID> mvid, int rid) {}
}
