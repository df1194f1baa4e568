// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.answer.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.answer.TypeResolution.Resolved;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Resolves tokens and signatures of loaded modules to types.
 *
 * <p>Immutable and thread-safe; keeps the images. A reference is resolved only if it leads to one
 * module. When it may lead to several, as after loading one file into two unknown load contexts,
 * the answer is ambiguous.
 */
public final class LoadedTypes {

  private final LoadedModules modules;
  private final TypeRefResolver resolver;

  /** Whether each module defines {@code System.Object}. */
  private final Map<LoadedImage, Boolean> definesObject = new HashMap<>();

  private final Optional<ModuleID> coreLib;
  private final Map<PrimitiveType, Defined> primitives = new EnumMap<>(PrimitiveType.class);

  private LoadedTypes(
      LoadedModules modules, TypeRefResolver resolver, Map<LoadedImage, Boolean> known) {
    this.modules = modules;
    this.resolver = resolver;
    List<LoadedImage> core = new ArrayList<>(1);
    for (LoadedImage each : modules.all()) {
      Boolean defines = known.get(each);
      boolean isCore = defines == null ? definesObject(each.image()) : defines;
      definesObject.put(each, isCore);
      if (isCore) {
        core.add(each);
      }
    }
    this.coreLib = core.size() == 1 ? Optional.of(core.get(0).id()) : Optional.empty();
    coreLib.ifPresent(this::findPrimitives);
  }

  /** Returns the types of the modules of these images, one for each ModuleID. */
  public static LoadedTypes of(Map<ModuleID, Image> images) {
    return of(LoadedModules.of(images));
  }

  /** Returns the types of these modules. */
  public static LoadedTypes of(LoadedModules modules) {
    return new LoadedTypes(modules, new TypeRefResolver(modules), Map.of());
  }

  /** Returns the same, given the types of other modules, most of which are the same. */
  static LoadedTypes of(LoadedModules modules, LoadedTypes others) {
    return new LoadedTypes(modules, new TypeRefResolver(modules), others.definesObject);
  }

  /** Returns whether an image is a core library; a damaged one is not. */
  private static boolean definesObject(Image image) {
    try {
      return image.findType("System", "Object").filter(LoadedTypes::isRoot).isPresent();
    } catch (MetadataFormatException damaged) {
      return false;
    }
  }

  private static boolean isRoot(TypeDef type) {
    return type.extendsType().isNil();
  }

  private void findPrimitives(ModuleID core) {
    for (PrimitiveType primitive : PrimitiveType.values()) {
      image(core)
          .flatMap(image -> image.findType(primitive.fullName()))
          .map(type -> new Defined(new TypeKey(core, type.token()), List.of()))
          .ifPresent(type -> primitives.put(primitive, type));
    }
  }

  /** Returns the modules. */
  LoadedModules modules() {
    return modules;
  }

  /** Returns the resolver of their references. */
  TypeRefResolver resolver() {
    return resolver;
  }

  /** Returns the TypeDef of a type that signatures encode in one byte. */
  TypeResolution definition(PrimitiveType primitive) {
    return ofCoreLib(primitive.fullName());
  }

  /** Returns the TypeDef of the base type of all arrays. */
  TypeResolution arrayDefinition() {
    return ofCoreLib("System.Array");
  }

  private TypeResolution ofCoreLib(String name) {
    return coreLib
        .flatMap(modules::module)
        .flatMap(module -> module.image().findType(name).map(type -> coreType(module, type)))
        .orElseGet(
            () ->
                new TypeResolution.Unresolved(
                    TypeResolution.Reason.NOT_LOADED, name + ", whose module is not known"));
  }

  private static TypeResolution coreType(LoadedImage module, TypeDef type) {
    return new Resolved(module, type, List.of());
  }

  /** Returns the base type of all arrays. */
  RuntimeType array() {
    return arrayDefinition() instanceof Resolved array
        ? new Defined(array.key(), List.of())
        : new Unresolved(RuntimeType.Reason.NOT_LOADED, "System.Array, whose module is not known");
  }

  /** Returns the module that defines {@code System.Object}; empty if there is none, or several. */
  public Optional<ModuleID> coreLib() {
    return coreLib;
  }

  /** Returns {@code System.__Canon}, which replaces any reference type in shared code. */
  public Optional<TypeKey> canonical() {
    return coreLib.flatMap(
        core ->
            image(core)
                .flatMap(image -> image.findType("System.__Canon"))
                .map(type -> new TypeKey(core, type.token())));
  }

  /** Returns the metadata of a module. */
  public Optional<Image> image(ModuleID module) {
    return modules.module(module).map(LoadedImage::image);
  }

  /** Returns the row of a TypeDef; empty when its metadata is not available or has no such row. */
  public Optional<TypeDef> row(TypeKey type) {
    return image(type.module())
        .filter(image -> image.contains(type.typeDef()))
        .map(image -> new TypeDef(image, type.typeDef().rid()));
  }

  /** Returns a type that signatures encode in one byte. */
  public RuntimeType primitive(PrimitiveType primitive) {
    Defined type = primitives.get(primitive);
    return type != null
        ? type
        : new Unresolved(RuntimeType.Reason.NOT_LOADED, primitive + ", whose module is not known");
  }

  /**
   * Returns whether a TypeDef is a number type, {@code bool} or {@code char}: a value without
   * fields of interest.
   */
  public boolean isScalar(TypeKey type) {
    return primitives.entrySet().stream()
        .anyMatch(each -> isScalar(each.getKey()) && each.getValue().definition().equals(type));
  }

  private static boolean isScalar(PrimitiveType primitive) {
    return switch (primitive) {
      case VOID, STRING, OBJECT, TYPEDBYREF -> false;
      default -> true;
    };
  }

  /** Returns the type to which a TypeDef, TypeRef or TypeSpec of a module leads. */
  public RuntimeType type(ModuleID from, Token token) {
    return type(from, token, new HashSet<>(2));
  }

  /** Returns the type of a signature of a module; {@code signature} reads it. */
  public RuntimeType type(ModuleID from, Supplier<TypeSignature> signature) {
    return type(from, signature, new HashSet<>(2));
  }

  /**
   * Returns the same.
   *
   * @param unresolved takes the rows of AssemblyRef through which references led nowhere; 0 for
   *     references that go through none
   */
  public RuntimeType type(ModuleID from, Token token, Set<Integer> unresolved) {
    return read(from, unresolved, reading -> reading.type(token));
  }

  /** Returns the type of a signature of a module in the same way. */
  public RuntimeType type(
      ModuleID from, Supplier<TypeSignature> signature, Set<Integer> unresolved) {
    return read(from, unresolved, reading -> reading.type(signature.get()));
  }

  /** Returns the type of a signature of a module, if it has no more than {@code most} parts. */
  RuntimeType type(LoadedImage from, TypeSignature signature, int most) {
    return read(
        new TypeReading(this, from, most, new HashSet<>(2)), reading -> reading.type(signature));
  }

  private RuntimeType read(
      ModuleID id, Set<Integer> unresolved, Function<TypeReading, RuntimeType> read) {
    Optional<LoadedImage> from = modules.module(id);
    return from.isPresent()
        ? read(new TypeReading(this, from.get(), RuntimeType.MOST_PARTS, unresolved), read)
        : new Unresolved(
            RuntimeType.Reason.NO_METADATA, "the metadata of " + id + " is not available");
  }

  private static RuntimeType read(TypeReading reading, Function<TypeReading, RuntimeType> read) {
    try {
      return reading.whole(read);
    } catch (MetadataFormatException damage) {
      return new Unresolved(RuntimeType.Reason.DAMAGED, String.valueOf(damage.getMessage()));
    }
  }

  /** Returns the type to which a TypeRef of a module leads. */
  RuntimeType resolve(LoadedImage from, TypeRef reference) {
    TypeResolution answer = resolver.resolve(from, reference);
    if (answer instanceof Resolved resolved) {
      return new Defined(resolved.key(), List.of());
    }
    return answer instanceof Ambiguous ambiguous
        ? new Unresolved(
            RuntimeType.Reason.AMBIGUOUS,
            ambiguous.candidates().size() + " modules fit equally well")
        : unresolved((TypeResolution.Unresolved) answer);
  }

  private static Unresolved unresolved(TypeResolution.Unresolved answer) {
    RuntimeType.Reason reason =
        switch (answer.reason()) {
          case NOT_LOADED, REFUSED, CONTEXT_UNKNOWN -> RuntimeType.Reason.NOT_LOADED;
          case NO_SUCH_TYPE -> RuntimeType.Reason.NO_SUCH_TYPE;
          case CIRCULAR -> RuntimeType.Reason.CIRCULAR;
          case NO_SUCH_ROW -> RuntimeType.Reason.NO_SUCH_ROW;
          case DAMAGED -> RuntimeType.Reason.DAMAGED;
        };
    return new Unresolved(reason, answer.why());
  }
}
