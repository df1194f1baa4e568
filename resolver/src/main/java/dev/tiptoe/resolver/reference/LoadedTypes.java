// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;
import dev.tiptoe.resolver.reference.RuntimeType.Why;
import dev.tiptoe.resolver.reference.TypeResolution.Ambiguous;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The types that tokens and signatures of loaded modules mean.
 *
 * <p>Immutable, for any number of threads; keeps the images. A reference counts only if it leads to
 * one module: where two ModuleIDs share an image, or two images an MVID, as after loading one file
 * into two load contexts, the answer is ambiguous.
 */
public final class LoadedTypes {

  private final Map<ModuleID, Image> images;
  private final Map<Image, ModuleID> unmistakable;
  private final TypeRefResolver resolver;
  private final Optional<ModuleID> coreLib;
  private final Map<PrimitiveType, Defined> primitives = new EnumMap<>(PrimitiveType.class);

  private LoadedTypes(Map<ModuleID, Image> images) {
    this.images = new LinkedHashMap<>(images);
    this.resolver = new TypeRefResolver(LoadedModules.of(images.values()));
    this.unmistakable =
        images.entrySet().stream()
            .collect(Collectors.groupingBy(each -> identity(each.getValue())))
            .values()
            .stream()
            .filter(same -> same.size() == 1)
            .map(same -> same.get(0))
            .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    List<ModuleID> core =
        images.entrySet().stream()
            .filter(each -> definesObject(each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    this.coreLib = core.size() == 1 ? Optional.of(core.get(0)) : Optional.empty();
    coreLib.ifPresent(this::findPrimitives);
  }

  /** The types of the modules of these images, one for each ModuleID. */
  public static LoadedTypes of(Map<ModuleID, Image> images) {
    return new LoadedTypes(images);
  }

  private static Object identity(Image image) {
    Optional<UUID> mvid = image.mvid();
    return mvid.isPresent() ? mvid.get() : image;
  }

  private static boolean definesObject(Image image) {
    return image.findType("System", "Object").filter(LoadedTypes::isRoot).isPresent();
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

  /** The module that defines {@code System.Object}; empty if there is none, or several. */
  public Optional<ModuleID> coreLib() {
    return coreLib;
  }

  /** {@code System.__Canon}, which stands in for any reference type in shared code. */
  public Optional<TypeKey> canonical() {
    return coreLib.flatMap(
        core ->
            image(core)
                .flatMap(image -> image.findType("System.__Canon"))
                .map(type -> new TypeKey(core, type.token())));
  }

  /** The metadata of a module. */
  public Optional<Image> image(ModuleID module) {
    return Optional.ofNullable(images.get(module));
  }

  /** The row of a TypeDef; empty when its metadata is not at hand or has no such row. */
  public Optional<TypeDef> row(TypeKey type) {
    return image(type.module())
        .filter(image -> image.tables().contains(type.typeDef()))
        .map(image -> new TypeDef(image, type.typeDef().rid()));
  }

  /** The type that signatures say in one byte. */
  public RuntimeType primitive(PrimitiveType primitive) {
    Defined type = primitives.get(primitive);
    return type != null
        ? type
        : new Unresolved(Why.NOT_LOADED, primitive + ", whose module is not known");
  }

  /**
   * Whether a TypeDef is one of the numbers, {@code bool}, {@code char}: a value that has no parts.
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

  /** The type that a TypeDef, TypeRef or TypeSpec of a module is. */
  public RuntimeType type(ModuleID from, Token token) {
    return read(from, reading -> reading.type(token));
  }

  /** The type that a signature of a module says; {@code signature} reads it. */
  public RuntimeType type(ModuleID from, Supplier<TypeSignature> signature) {
    return read(from, reading -> reading.type(signature.get()));
  }

  private RuntimeType read(ModuleID from, Function<TypeReading, RuntimeType> read) {
    Image image = images.get(from);
    if (image == null) {
      return new Unresolved(Why.NO_METADATA, "the metadata of " + from + " is not at hand");
    }
    try {
      return new TypeReading(this, from, image).whole(read);
    } catch (MetadataFormatException damage) {
      return new Unresolved(Why.DAMAGED, String.valueOf(damage.getMessage()));
    }
  }

  /** The type that a TypeRef of a module means. */
  RuntimeType resolve(ModuleID from, TypeRef reference) {
    TypeResolution answer = resolver.resolve(reference);
    if (answer instanceof Resolved resolved) {
      TypeDef type = resolved.type();
      ModuleID module = type.image() == reference.image() ? from : unmistakable.get(type.image());
      return module == null
          ? new Unresolved(Why.AMBIGUOUS, type.image().moduleName() + " is loaded several times")
          : new Defined(new TypeKey(module, type.token()), List.of());
    }
    return answer instanceof Ambiguous ambiguous
        ? new Unresolved(Why.AMBIGUOUS, ambiguous.candidates().size() + " modules fit equally well")
        : unresolved((TypeResolution.Unresolved) answer);
  }

  private static Unresolved unresolved(TypeResolution.Unresolved answer) {
    Why why =
        switch (answer.reason()) {
          case NOT_LOADED -> Why.NOT_LOADED;
          case NO_SUCH_TYPE -> Why.NO_SUCH_TYPE;
          case CIRCULAR -> Why.CIRCULAR;
        };
    return new Unresolved(why, answer.detail());
  }
}
