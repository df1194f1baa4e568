// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.module.ModuleImages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Names the types and methods of run-time IDs, in any {@linkplain NameStyle style}, with their
 * actual type arguments; documentation IDs are those of definitions, without these. Methods of
 * modules that are not at hand have the names that the runtime reported, or those of a symbol
 * index, whose parameters are written as in C#.
 *
 * <p>Where the name of a row is not known, it is the module and the token, as in {@code
 * Lib.dll!0x06000123}, so that different rows have different names and can be named later. What is
 * not known at all is {@code ?}. The type of dynamic methods and stubs, which has no row, is {@code
 * dynamicClass}, as in the runtime's own events. Thread-safe. Caches names of methods, up to about
 * 32 MiB.
 *
 * <p>A forged trace can make a type of two that are made of two, and so on. So a name has 4096
 * parts and 64 KiB in types at most, and {@code ?} for the rest. When all names of more than 64
 * parts or 4 KiB together have taken the work of writing 64 MiB, further ones are limited to that.
 */
public final class RuntimeNames {

  private static final long MOST_CHARACTERS = 16L << 20;

  private static final String UNKNOWN = "?";

  /** What the token of a row begins with that has no name, behind its module or type. */
  private static final String BY_TOKEN = "!0x";

  private static final String DYNAMIC = "dynamicClass";

  /** A FunctionID and when its meaning began, because the same ID may be another method later. */
  private record Key(FunctionID id, long from, NameStyle style) {}

  private final RuntimeIdMap map;
  private final ModuleImages images;
  private final LoadedSymbols symbols;
  private final Cache<Key, String> methods =
      Caffeine.newBuilder()
          .maximumWeight(MOST_CHARACTERS)
          .weigher((Key key, String name) -> name.length())
          .build();

  private final NamingWork work = new NamingWork();
  private final StyledNames styled = new StyledNames();

  /** Creates an instance for the IDs in {@code map}. */
  public RuntimeNames(RuntimeIdMap map, ModuleImages images, LoadedSymbols symbols) {
    this.map = map;
    this.images = images;
    this.symbols = symbols;
  }

  /** Returns the name of the method that a FunctionID had at a time. */
  public String nameOf(FunctionID id, long time, NameStyle style) {
    return map.at(time).meaningOf(id).valid().map(fact -> nameOf(fact, style)).orElse(UNKNOWN);
  }

  /** Returns the name of a method. */
  public String nameOf(FunctionFact function, NameStyle style) {
    Key key = new Key(function.id(), function.interval().from(), style);
    String kept = methods.getIfPresent(key);
    if (kept != null) {
      return kept;
    }
    String name = work.limited(function, limit -> make(function, limit, style));
    // A name with unknown parts is not cached, because later facts may supply them.
    ClassID owner = function.shape().declaringClass();
    boolean whole = owner.isNone() || map.atEndOf(function).meaningOf(owner).valid().isPresent();
    if (whole && !name.contains(UNKNOWN) && !name.contains(BY_TOKEN)) {
      methods.put(key, name);
    }
    return name;
  }

  /** Returns the name of the type that a ClassID had at a time. */
  public String nameOf(ClassID id, long time, NameStyle style) {
    IdView view = map.at(time);
    return view.meaningOf(id).valid().map(type -> nameOf(type, view, style)).orElse(UNKNOWN);
  }

  /** Returns the name of a type. */
  public String nameOf(ClassFact type, NameStyle style) {
    return nameOf(type, map.atEndOf(type), style);
  }

  private String nameOf(ClassFact type, IdView view, NameStyle style) {
    return work.limited(type, limit -> nameOf(type.shape(), new Making(view, limit, style)));
  }

  /**
   * Returns the name of a type at a time. All types have few parts, so no limit is needed; {@code
   * ?} stands for a part that is not known.
   */
  public String nameOf(RuntimeType type, long time, NameStyle style) {
    return nameOf(type, map.at(time), style);
  }

  private String nameOf(RuntimeType type, IdView view, NameStyle style) {
    List<String> parts = type.components().stream().map(each -> nameOf(each, view, style)).toList();
    if (type instanceof RuntimeType.Defined defined) {
      Token typeDef = defined.definition().typeDef();
      return StyledNames.over(
          nameOf(defined.definition().module(), typeDef, view, style), parts, style);
    }
    if (type instanceof RuntimeType.Array array) {
      return arrayOf(parts.get(0), array.rank());
    }
    if (type instanceof RuntimeType.Pointer) {
      return parts.get(0) + "*";
    }
    if (type instanceof RuntimeType.ByRef) {
      return parts.get(0) + "&";
    }
    if (type instanceof RuntimeType.FunctionPointer) {
      return "delegate*<" + String.join(",", parts) + ">";
    }
    return type instanceof RuntimeType.Canonical ? "System.__Canon" : UNKNOWN;
  }

  private static String arrayOf(String element, int rank) {
    return element + "[" + ",".repeat(Math.max(0, rank - 1)) + "]";
  }

  /** Returns the name of a row, such as a TypeDef, of the module that a ModuleID had at a time. */
  public String nameOf(ModuleID module, Token token, long time, NameStyle style) {
    return nameOf(module, token, map.at(time), style);
  }

  private String make(FunctionFact function, NamingWork.Limit limit, NameStyle style) {
    FunctionShape shape = function.shape();
    IdView view = map.atEndOf(function);
    if (!shape.dynamicName().isEmpty()) {
      return moduleName(shape.module(), view) + "!" + shape.dynamicName();
    }
    Optional<ReportedName> reported = reported(function, view);
    if (reported.isPresent()) {
      return reportedName(reported.get(), shape, new Making(view, limit, style));
    }
    if (style == NameStyle.DOCID) {
      return nameOf(shape.module(), shape.methodDef(), view, style);
    }
    List<String> arguments = names(shape.typeArguments(), new Making(view, limit, style));
    Optional<String> type = declaringType(shape, new Making(view, limit, style));
    String member = StyledNames.memberOver(memberName(shape, view, style), arguments, style);
    return type.map(name -> name + StyledNames.separator(style) + member)
        .orElseGet(() -> moduleName(shape.module(), view) + "!" + member);
  }

  /**
   * Returns the name of a method whose module is not at hand: the runtime's, or that in a symbol
   * index.
   */
  private Optional<ReportedName> reported(FunctionFact function, IdView view) {
    FunctionShape shape = function.shape();
    return images.of(view, shape.module()).opened().isPresent()
        ? Optional.empty()
        : map.reportedName(function).or(() -> indexed(shape.module(), shape.methodDef(), view));
  }

  /** Returns the name that a symbol index has of a method. */
  private Optional<ReportedName> indexed(ModuleID module, Token methodDef, IdView view) {
    return methodDef.isNil() || methodDef.table() != MethodDef.TABLE
        ? Optional.empty()
        : view.meaningOf(module)
            .valid()
            .flatMap(fact -> symbols.withoutFile(fact.loaded()))
            .flatMap(found -> attempt(() -> found.method(methodDef)))
            .map(method -> new ReportedName(method.type(), method.name(), method.shownMember()));
  }

  /** Type arguments that are known exactly replace those in the runtime's name of the type. */
  private String reportedName(ReportedName reported, FunctionShape shape, Making name) {
    Optional<ClassFact> owner = name.view.meaningOf(shape.declaringClass()).valid();
    String type =
        owner.isPresent() && owner.get().shape() instanceof ClassShape.Defined defined
            ? StyledNames.over(
                reported.typeDefinition(), names(defined.typeArguments(), name), name.style)
            : reported.type();
    String parameters = reported.parameters();
    name.limit.add(type.length() + reported.name().length() + parameters.length());
    List<String> arguments = names(shape.typeArguments(), name);
    String member = StyledNames.over(reported.name(), arguments, name.style) + parameters;
    return type.isEmpty() ? member : type + StyledNames.separator(name.style) + member;
  }

  private static String wholeName(ReportedName method) {
    String member = method.name() + method.parameters();
    return method.type().isEmpty() ? member : method.type() + "::" + member;
  }

  /** Its name; its token where it has none. */
  private String memberName(FunctionShape shape, IdView view, NameStyle style) {
    return images
        .of(view, shape.module())
        .opened()
        .flatMap(module -> attempt(() -> styled.of(module, style).member(shape.methodDef())))
        .orElseGet(() -> shape.methodDef().isNil() ? UNKNOWN : shape.methodDef().toString());
  }

  /**
   * Returns the class with its type arguments when it is known, else the TypeDef that the method's
   * row belongs to; empty when neither is known.
   */
  private Optional<String> declaringType(FunctionShape shape, Making name) {
    IdView view = name.view;
    Optional<ClassFact> owner = view.meaningOf(shape.declaringClass()).valid();
    return owner.isPresent()
        ? Optional.of(nameOf(owner.get().shape(), name))
        : images
            .of(view, shape.module())
            .opened()
            .flatMap(
                module ->
                    attempt(() -> styled.of(module, name.style).declaringType(shape.methodDef())));
  }

  private String nameOf(ClassID id, Making name) {
    // This is checked before the look-up, since a type may have a hundred thousand arguments.
    if (name.isTooMuch()) {
      return UNKNOWN;
    }
    return name.view.meaningOf(id).valid().map(fact -> nameOf(fact.shape(), name)).orElse(UNKNOWN);
  }

  private String nameOf(ClassShape shape, Making name) {
    if (shape instanceof ClassShape.Defined defined) {
      String type = nameOf(defined.module(), defined.typeDef(), name.view, name.style);
      name.limit.add(type.length());
      return StyledNames.over(type, names(defined.typeArguments(), name), name.style);
    }
    if (shape instanceof ClassShape.Array array) {
      name.depth++;
      String element = nameOf(array.element(), name);
      name.depth--;
      return arrayOf(element, array.rank());
    }
    return UNKNOWN;
  }

  private List<String> names(List<ClassID> arguments, Making name) {
    List<String> names = new ArrayList<>();
    name.depth++;
    for (int i = 0; i < arguments.size() && !name.isFull(); i++) {
      names.add(nameOf(arguments.get(i), name));
    }
    name.depth--;
    return names;
  }

  private String nameOf(ModuleID id, Token token, IdView view, NameStyle style) {
    if (token.isNil()) {
      return token.table() == TypeDef.TABLE ? DYNAMIC : UNKNOWN;
    }
    return images
        .of(view, id)
        .opened()
        .flatMap(module -> attempt(() -> styled.of(module, style).of(token)))
        .or(() -> map.reportedName(id, token))
        .or(() -> indexed(id, token, view).map(RuntimeNames::wholeName))
        .orElseGet(() -> moduleName(id, view) + "!" + token);
  }

  /** The name of its file; its ID if it has none, or was not recorded. */
  private static String moduleName(ModuleID id, IdView view) {
    return view.meaningOf(id)
        .valid()
        .map(fact -> fact.loaded().fileName())
        .filter(name -> !name.isEmpty())
        .orElseGet(() -> id.isNone() ? UNKNOWN : "module " + id);
  }

  /** The state while one name is made: the time, the depth, and the room left. */
  private static final class Making {

    /** The limit for nested type arguments; no compiled program has as many. */
    private static final int DEEPEST = 64;

    final IdView view;
    final NamingWork.Limit limit;
    final NameStyle style;
    int depth;

    Making(IdView view, NamingWork.Limit limit, NameStyle style) {
      this.view = view;
      this.limit = limit;
      this.style = style;
    }

    boolean isTooMuch() {
      return depth > DEEPEST || !limit.hasPart();
    }

    /** Returns whether there is no room for even one unknown part. */
    boolean isFull() {
      return limit.isReached();
    }
  }

  /** A missing or damaged row has no name; the others still have theirs. */
  private static <T> Optional<T> attempt(Supplier<T> naming) {
    try {
      return Optional.of(naming.get());
    } catch (MetadataFormatException e) {
      return Optional.empty();
    }
  }
}
