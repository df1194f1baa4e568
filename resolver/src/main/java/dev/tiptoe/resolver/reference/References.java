// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Resolves the tokens of loaded modules, each from the point of view of its module.
 *
 * <p>Every question has an answer: a damaged or missing row, or a module that is not loaded, is a
 * reason and never an exception. Thread-safe; the caches are bounded.
 */
public final class References {

  private final LoadedModules modules;
  private final LoadedTypes types;
  private final MemberResolver members;

  private References(LoadedModules modules, LoadedTypes types) {
    this.modules = modules;
    this.types = types;
    members = new MemberResolver(types);
  }

  /** Returns the references among these modules, which lead nowhere else. */
  public static References among(LoadedModules modules) {
    return new References(modules, LoadedTypes.of(modules));
  }

  /** Returns the same, given those among other modules, most of which are the same. */
  public static References among(LoadedModules modules, Optional<References> others) {
    return others
        .map(given -> new References(modules, LoadedTypes.of(modules, given.types)))
        .orElseGet(() -> among(modules));
  }

  /** Returns the modules. */
  public LoadedModules modules() {
    return modules;
  }

  /**
   * Returns the modules whose references lead elsewhere by what was observed since they were
   * requested; none for a view of the past.
   */
  public Set<ModuleID> outdated() {
    return modules.outdated();
  }

  /** Returns the types of the modules, as trees. */
  public LoadedTypes types() {
    return types;
  }

  /**
   * Returns the TypeDef to which a TypeRef or ExportedType of a module leads; a TypeDef leads to
   * itself.
   *
   * @throws IllegalArgumentException when the token is of another table
   */
  public TypeResolution typeDef(ModuleID from, Token token) {
    requireType(token);
    return modules
        .module(from)
        .map(module -> unlessDamaged(() -> typeDef(module, token)))
        .orElseGet(
            () -> new TypeResolution.Unresolved(TypeResolution.Reason.NOT_LOADED, notLoaded(from)));
  }

  private TypeResolution typeDef(LoadedImage from, Token token) {
    if (!hasRow(from, token)) {
      return new TypeResolution.Unresolved(
          TypeResolution.Reason.NO_SUCH_ROW, noSuchRow(from, token));
    }
    return switch (token.table()) {
      case TypeRef.TABLE -> types.resolver().resolve(from, new TypeRef(from.image(), token.rid()));
      case ExportedType.TABLE ->
          types.resolver().resolve(from, new ExportedType(from.image(), token.rid()));
      default ->
          new TypeResolution.Resolved(from, new TypeDef(from.image(), token.rid()), List.of());
    };
  }

  private static TypeResolution unlessDamaged(Supplier<TypeResolution> answer) {
    try {
      return answer.get();
    } catch (MetadataFormatException damage) {
      return new TypeResolution.Unresolved(
          TypeResolution.Reason.DAMAGED, String.valueOf(damage.getMessage()));
    }
  }

  /**
   * Returns the type to which a TypeDef, TypeRef or TypeSpec of a module leads, with every part
   * resolved.
   */
  public RuntimeType type(ModuleID from, Token token) {
    return modules
        .module(from)
        .filter(module -> !hasRow(module, token))
        .<RuntimeType>map(
            module ->
                new RuntimeType.Unresolved(
                    RuntimeType.Reason.NO_SUCH_ROW, noSuchRow(module, token)))
        .orElseGet(() -> types.type(from, token));
  }

  /**
   * Returns the method or field to which a MemberRef of a module leads, or the instantiated method
   * of a MethodSpec.
   *
   * @throws IllegalArgumentException when the token is of another table
   */
  public MemberResolution member(ModuleID from, Token token) {
    Function<LoadedImage, MemberResolution> question =
        switch (token.table()) {
          case MemberRef.TABLE ->
              module -> members.resolve(module, new MemberRef(module.image(), token.rid()));
          case MethodSpec.TABLE ->
              module -> members.resolve(module, new MethodSpec(module.image(), token.rid()));
          default -> throw new IllegalArgumentException(token + " is no reference to a member");
        };
    Optional<MemberResolution> answer =
        modules
            .module(from)
            .map(
                module ->
                    hasRow(module, token)
                        ? question.apply(module)
                        : new MemberResolution.Unresolved(
                            MemberResolution.Reason.NO_SUCH_ROW, noSuchRow(module, token)));
    return answer.orElseGet(
        () -> new MemberResolution.Unresolved(MemberResolution.Reason.NOT_LOADED, notLoaded(from)));
  }

  private static void requireType(Token token) {
    int table = token.table();
    if (table != TypeDef.TABLE && table != TypeRef.TABLE && table != ExportedType.TABLE) {
      throw new IllegalArgumentException(token + " is no reference to a type");
    }
  }

  private static boolean hasRow(LoadedImage module, Token token) {
    return module.image().contains(token);
  }

  private static String noSuchRow(LoadedImage module, Token token) {
    return module.name() + " has no row " + token;
  }

  private static String notLoaded(ModuleID module) {
    return "the metadata of " + module + " is not available";
  }
}
