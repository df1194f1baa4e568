// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The names of the types and methods that run-time IDs stand for, in the reflection style, with the
 * type arguments they really have.
 *
 * <p>Where the name of a row cannot be told, its module and token stand for it, as in {@code
 * Lib.dll!0x06000123}, so that different rows have different names and can be named later; {@code
 * ?} stands for what is not known at all. The type of dynamic methods and stubs, which has no row,
 * is {@value #DYNAMIC}, as in the runtime's own events. Thread-safe. Keeps names of methods, up to about 32 MiB of them.
 *
 * <p>A trace that lies can make a type of two that are made of two, and so on: a name has 4096
 * parts and 64 KiB in types at most, and {@code ?} stands for what would be more. Once all names of
 * more than 64 parts or 4 KiB were as much work as to write 64 MiB, further ones have no more than
 * that.
 */
public final class Symbolizer {

  private static final long MOST_CHARACTERS = 16L << 20;

  private static final String UNKNOWN = "?";

  /** What the token of a row begins with that has no name, behind its module or type. */
  private static final String BY_TOKEN = "!0x";

  private static final String DYNAMIC = "dynamicClass";

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

  private final NamingWork work = new NamingWork();

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
    String name = work.limited(function, limit -> make(function, limit));
    // What is not known yet may still be told.
    ClassID owner = function.shape().declaringClass();
    boolean whole = owner.isNone() || map.atEndOf(function).meaningOf(owner).valid().isPresent();
    if (whole && !name.contains(UNKNOWN) && !name.contains(BY_TOKEN)) {
      methods.put(key, name);
    }
    return name;
  }

  /** The name of the type that a ClassID stood for at a time. */
  public String nameOf(ClassID id, long time) {
    IdView view = map.at(time);
    return view.meaningOf(id)
        .valid()
        .map(type -> work.limited(type, limit -> nameOf(type.shape(), new Making(view, limit))))
        .orElse(UNKNOWN);
  }

  /** The name of a type. */
  public String nameOf(ClassFact type) {
    IdView view = map.atEndOf(type);
    return work.limited(type, limit -> nameOf(type.shape(), new Making(view, limit)));
  }

  /** The name of a row, such as a TypeDef's, of the module that a ModuleID stood for at a time. */
  public String nameOf(ModuleID module, Token token, long time) {
    return nameOf(module, token, map.at(time));
  }

  private String make(FunctionFact function, NamingWork.Limit limit) {
    FunctionShape shape = function.shape();
    IdView view = map.atEndOf(function);
    if (!shape.dynamicName().isEmpty()) {
      return moduleName(shape.module(), view) + "!" + shape.dynamicName();
    }
    String arguments = arguments(shape.typeArguments(), new Making(view, limit));
    Optional<String> type = declaringType(shape, new Making(view, limit));
    String member = memberName(shape, view);
    return type.map(name -> name + "::" + member)
            .orElseGet(() -> moduleName(shape.module(), view) + "!" + member)
        + arguments;
  }

  /** Its name; its token where it has none. */
  private String memberName(FunctionShape shape, IdView view) {
    return images
        .of(view, shape.module())
        .opened()
        .flatMap(module -> attempt(() -> module.names().member(shape.methodDef())))
        .orElseGet(() -> shape.methodDef().isNil() ? UNKNOWN : shape.methodDef().toString());
  }

  /**
   * The class with its type arguments where it is known, the TypeDef that the method's row belongs
   * to where it is not; empty where that cannot be told either.
   */
  private Optional<String> declaringType(FunctionShape shape, Making name) {
    IdView view = name.view;
    Optional<ClassFact> owner = view.meaningOf(shape.declaringClass()).valid();
    return owner.isPresent()
        ? Optional.of(nameOf(owner.get().shape(), name))
        : images
            .of(view, shape.module())
            .opened()
            .flatMap(module -> attempt(() -> module.names().declaringType(shape.methodDef())));
  }

  private String nameOf(ClassID id, Making name) {
    // Before it is looked up: what it is made of may be a list of a hundred thousand.
    if (name.isTooMuch()) {
      return UNKNOWN;
    }
    return name.view.meaningOf(id).valid().map(fact -> nameOf(fact.shape(), name)).orElse(UNKNOWN);
  }

  private String nameOf(ClassShape shape, Making name) {
    if (shape instanceof ClassShape.Defined defined) {
      String type = nameOf(defined.module(), defined.typeDef(), name.view);
      name.limit.add(type.length());
      return type + arguments(defined.typeArguments(), name);
    }
    if (shape instanceof ClassShape.Array array) {
      name.depth++;
      String element = nameOf(array.element(), name);
      name.depth--;
      return element + "[" + ",".repeat(Math.max(0, array.rank() - 1)) + "]";
    }
    return UNKNOWN;
  }

  private String arguments(List<ClassID> arguments, Making name) {
    if (arguments.isEmpty()) {
      return "";
    }
    StringJoiner written = new StringJoiner(",", "<", ">");
    name.depth++;
    for (int i = 0; i < arguments.size() && !name.isFull(); i++) {
      written.add(nameOf(arguments.get(i), name));
    }
    name.depth--;
    return written.toString();
  }

  private String nameOf(ModuleID id, Token token, IdView view) {
    if (token.isNil()) {
      return token.table() == TypeDef.TABLE ? DYNAMIC : UNKNOWN;
    }
    return images
        .of(view, id)
        .opened()
        .flatMap(module -> attempt(() -> module.names().of(token)))
        .orElseGet(() -> moduleName(id, view) + "!" + token);
  }

  /** The name of its file; its ID where it has none, or was not met. */
  private static String moduleName(ModuleID id, IdView view) {
    return view.meaningOf(id)
        .valid()
        .map(fact -> fact.loaded().fileName())
        .filter(name -> !name.isEmpty())
        .orElseGet(() -> id.isNone() ? UNKNOWN : "module " + id);
  }

  private interface Naming {
    String name();
  }

  /** The making of one name: when, how deep inside it, and how much more there may be. */
  private static final class Making {

    /** Type arguments of type arguments; more than any program that was ever compiled. */
    private static final int DEEPEST = 64;

    final IdView view;
    final NamingWork.Limit limit;
    int depth;

    Making(IdView view, NamingWork.Limit limit) {
      this.view = view;
      this.limit = limit;
    }

    boolean isTooMuch() {
      return depth > DEEPEST || !limit.hasPart();
    }

    /** Whether there is no room for even one unknown part. */
    boolean isFull() {
      return limit.isReached();
    }
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
