// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The names of the types and methods that run-time IDs stand for, in the reflection style, with the
 * type arguments they really have.
 *
 * <p>Where a name cannot be told, {@code ?} stands for it, and the module for where it would be
 * found. Thread-safe. Keeps names of methods, up to about 32 MiB of them.
 */
public final class Symbolizer {

  private static final long MOST_CHARACTERS = 16L << 20;

  /** Type arguments of type arguments; more than any program that was ever compiled. */
  private static final int DEEPEST = 64;

  private static final String UNKNOWN = "?";

  /**
   * A FunctionID and when it began to mean what it means: the same ID later may be another method.
   */
  private record Key(FunctionID id, long from) {}

  private final RuntimeIdMap map;
  private final ModuleImages images;
  private final Cache<Key, String> methods =
      Caffeine.newBuilder()
          .maximumWeight(MOST_CHARACTERS)
          .weigher((Key key, String name) -> name.length())
          .build();

  /** A symbolizer for the IDs in {@code map}. */
  public Symbolizer(RuntimeIdMap map, ModuleImages images) {
    this.map = map;
    this.images = images;
  }

  /** The name of the method that a FunctionID stood for at a time. */
  public String nameOf(FunctionID id, long time) {
    return map.at(time).meaningOf(id).valid().map(this::nameOf).orElse(UNKNOWN);
  }

  /** The name of a method. */
  public String nameOf(FunctionFact function) {
    Key key = new Key(function.id(), function.interval().from());
    String kept = methods.getIfPresent(key);
    if (kept != null) {
      return kept;
    }
    String name = make(function);
    // What is not known yet may still be told.
    if (!name.contains(UNKNOWN)) {
      methods.put(key, name);
    }
    return name;
  }

  /** The name of the type that a ClassID stood for at a time. */
  public String nameOf(ClassID id, long time) {
    return nameOf(id, map.at(time), 0);
  }

  /** The name of a type. */
  public String nameOf(ClassFact type) {
    return nameOf(type.shape(), lastViewOf(type), 0);
  }

  /** The name of a row, such as a TypeDef's, of the module that a ModuleID stood for at a time. */
  public String nameOf(ModuleID module, Token token, long time) {
    return nameOf(module, token, map.at(time));
  }

  /**
   * The last moment at which a fact held: only then is all known that makes its name. A type that
   * is an argument of its own base type is announced after it.
   */
  private IdView lastViewOf(Fact fact) {
    return map.at(fact.interval().to() - 1);
  }

  private String make(FunctionFact function) {
    FunctionShape shape = function.shape();
    IdView view = lastViewOf(function);
    if (!shape.dynamicName().isEmpty()) {
      return moduleName(shape.module(), view) + "!" + shape.dynamicName();
    }
    String arguments = arguments(shape.typeArguments(), view, 0);
    String member = memberName(shape, view);
    return declaringType(shape, view) + "::" + member + arguments;
  }

  private String memberName(FunctionShape shape, IdView view) {
    return images
        .of(view, shape.module())
        .opened()
        .flatMap(module -> attempt(() -> module.names().member(shape.methodDef())))
        .orElse(UNKNOWN);
  }

  /**
   * The class with its type arguments where it is known, the TypeDef that the method's row belongs
   * to where it is not.
   */
  private String declaringType(FunctionShape shape, IdView view) {
    Optional<ClassFact> owner = view.meaningOf(shape.declaringClass()).valid();
    return owner.isPresent()
        ? nameOf(owner.get().shape(), view, 0)
        : images
            .of(view, shape.module())
            .opened()
            .flatMap(module -> attempt(() -> module.names().declaringType(shape.methodDef())))
            .orElseGet(() -> moduleName(shape.module(), view) + "!" + UNKNOWN);
  }

  private String nameOf(ClassID id, IdView view, int depth) {
    return view.meaningOf(id)
        .valid()
        .map(fact -> nameOf(fact.shape(), view, depth))
        .orElse(UNKNOWN);
  }

  private String nameOf(ClassShape shape, IdView view, int depth) {
    if (depth > DEEPEST) {
      return UNKNOWN;
    }
    if (shape instanceof ClassShape.Defined defined) {
      return nameOf(defined.module(), defined.typeDef(), view)
          + arguments(defined.typeArguments(), view, depth);
    }
    if (shape instanceof ClassShape.Array array) {
      String element = nameOf(array.element(), view, depth + 1);
      return element + "[" + ",".repeat(Math.max(0, array.rank() - 1)) + "]";
    }
    return UNKNOWN;
  }

  private String arguments(List<ClassID> arguments, IdView view, int depth) {
    return arguments.isEmpty()
        ? ""
        : arguments.stream()
            .map(argument -> nameOf(argument, view, depth + 1))
            .collect(Collectors.joining(",", "<", ">"));
  }

  private String nameOf(ModuleID id, Token token, IdView view) {
    return images
        .of(view, id)
        .opened()
        .flatMap(module -> attempt(() -> module.names().of(token)))
        .orElseGet(() -> moduleName(id, view) + "!" + UNKNOWN);
  }

  private static String moduleName(ModuleID id, IdView view) {
    return view.meaningOf(id).valid().map(fact -> fact.loaded().fileName()).orElse(UNKNOWN);
  }

  private interface Naming {
    String name();
  }

  /** A row that is not there, or damaged, has no name; the others still have theirs. */
  private static Optional<String> attempt(Naming naming) {
    try {
      return Optional.of(naming.name());
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }
}
