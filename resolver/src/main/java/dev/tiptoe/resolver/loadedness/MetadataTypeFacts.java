// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.signature.SignatureParser;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.resolver.reference.TypeKey;
import dev.tiptoe.resolver.reference.TypeRefResolver;
import dev.tiptoe.resolver.reference.TypeResolution.Resolved;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Type facts from the images of loaded modules.
 *
 * <p>Any number of threads; keeps the images. A reference counts only if it leads to one module:
 * where two ModuleIDs share an image, or two images an MVID, as after loading one file into two
 * load contexts, nobody knows from metadata alone which of them is meant.
 */
public final class MetadataTypeFacts implements TypeFacts {

  /**
   * SKIP_TYPE_VALIDATION; or COMPONENT: then the composite image has the say, and is not at hand.
   */
  private static final int READY_TO_RUN_MAY_SKIP_TYPE_VALIDATION = 0x2 | 0x20;

  /** An image, and what all of its types have in common. */
  private record Module(ModuleID id, Image image, Names names, boolean isCoreLib) {

    Module(ModuleID id, Image image) {
      this(id, image, new Names(image), image.findType("System", "Object").isPresent());
    }

    boolean validatesFields() {
      return !isCoreLib && (image.readyToRunFlags() & READY_TO_RUN_MAY_SKIP_TYPE_VALIDATION) == 0;
    }

    TypeDef type(Token typeDef) {
      return new TypeDef(image, typeDef.rid());
    }
  }

  private final Map<ModuleID, Module> modules = new HashMap<>();
  private final Map<Image, Module> unmistakable = new HashMap<>();
  private final TypeRefResolver resolver;

  private MetadataTypeFacts(Map<ModuleID, Image> images) {
    resolver = new TypeRefResolver(LoadedModules.of(images.values()));
    images.forEach((id, image) -> modules.put(id, new Module(id, image)));
    Map<Object, List<Module>> copies =
        modules.values().stream().collect(Collectors.groupingBy(MetadataTypeFacts::identity));
    copies.values().stream()
        .filter(same -> same.size() == 1)
        .map(same -> same.get(0))
        .forEach(module -> unmistakable.put(module.image, module));
  }

  /** Facts about the modules of these images, one for each ModuleID. */
  public static TypeFacts of(Map<ModuleID, Image> images) {
    return new MetadataTypeFacts(images);
  }

  private static Object identity(Module module) {
    Optional<UUID> mvid = module.image.mvid();
    return mvid.isPresent() ? mvid.get() : module.image;
  }

  @Override
  public Optional<TypeDescription> type(TypeKey type) {
    return unlessDamaged(
        () -> module(type.module()).map(in -> describe(in, in.type(type.typeDef()))));
  }

  @Override
  public Optional<MethodDescription> method(ModuleID module, Token methodDef) {
    return methodDef.isNil()
        ? Optional.empty()
        : unlessDamaged(
            () -> module(module).map(in -> describe(in, new MethodDef(in.image, methodDef.rid()))));
  }

  private static <T> Optional<T> unlessDamaged(Supplier<Optional<T>> facts) {
    try {
      return facts.get();
    } catch (MetadataFormatException damage) {
      return Optional.empty();
    }
  }

  private Optional<Module> module(ModuleID id) {
    return Optional.ofNullable(modules.get(id));
  }

  private TypeDescription describe(Module module, TypeDef type) {
    String name = module.names.of(type.token());
    return new TypeDescription(
        name,
        type.isGeneric(),
        module.isCoreLib && name.equals("System.__Canon"),
        module.validatesFields(),
        base(type).flatMap(token -> resolve(module, token)),
        type.fields().stream()
            .filter(field -> !field.isStatic())
            .flatMap(field -> valueField(module, field).stream())
            .toList());
  }

  private static MethodDescription describe(Module module, MethodDef method) {
    Token owner = method.declaringType().token();
    String name = module.names.of(owner) + "::" + method.name();
    return new MethodDescription(name, new TypeKey(module.id, owner));
  }

  /**
   * The TypeDef or TypeRef that a type derives from; of an instantiated base type, the generic one.
   */
  private static Optional<Token> base(TypeDef type) {
    Token base = type.extendsType();
    if (base.isNil() || base.table() != TypeSpec.TABLE) {
      return base.isNil() ? Optional.empty() : Optional.of(base);
    }
    TypeHead head = new TypeHead();
    TypeSpec spec = new TypeSpec(type.image(), base.rid());
    new SignatureParser(new Cursor(spec.signature())).type(head);
    return head.token();
  }

  private Optional<ValueField> valueField(Module module, Field field) {
    SignatureParser signature = new SignatureParser(new Cursor(field.signature()));
    TypeHead head = new TypeHead();
    signature.fieldHead();
    signature.type(head);
    return head.valueType()
        .flatMap(token -> resolve(module, token))
        .map(type -> new ValueField(field.name(), type, head.isInstantiated(), isEnum(type)));
  }

  private Optional<TypeKey> resolve(Module from, Token token) {
    if (token.table() == TypeDef.TABLE) {
      return Optional.of(new TypeKey(from.id, token));
    }
    return token.table() == TypeRef.TABLE
            && resolver.resolve(new TypeRef(from.image, token.rid())) instanceof Resolved resolved
        ? keyOf(from, resolved.type())
        : Optional.empty();
  }

  private Optional<TypeKey> keyOf(Module from, TypeDef type) {
    Module module = type.image() == from.image ? from : unmistakable.get(type.image());
    return Optional.ofNullable(module).map(in -> new TypeKey(in.id, type.token()));
  }

  /** By the name of the base type: right even when its module is not at hand. */
  private boolean isEnum(TypeKey type) {
    return module(type.module())
        .filter(
            module ->
                base(module.type(type.typeDef()))
                    .filter(base -> module.names.of(base).equals("System.Enum"))
                    .isPresent())
        .isPresent();
  }
}
