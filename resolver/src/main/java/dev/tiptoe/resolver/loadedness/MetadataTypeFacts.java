// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.InterfaceImpl;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.LoadedTypes;
import dev.tiptoe.resolver.reference.ReferenceChanges;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Type facts from the images of loaded modules.
 *
 * <p>Any number of threads; keeps the images, and the names that were made.
 */
public final class MetadataTypeFacts implements TypeFacts {

  /** SKIP_TYPE_VALIDATION; or COMPONENT: then the composite image decides, and is not available. */
  private static final int READY_TO_RUN_MAY_SKIP_TYPE_VALIDATION = 0x2 | 0x20;

  private final LoadedTypes types;
  private final FactVersions version;
  private final Map<ModuleID, Names> names = new ConcurrentHashMap<>();

  private MetadataTypeFacts(LoadedTypes types, FactVersions version) {
    this.types = types;
    this.version = version;
  }

  /** Facts about the modules of these images, one for each ModuleID. */
  public static TypeFacts of(Map<ModuleID, Image> images) {
    return of(LoadedTypes.of(images));
  }

  /** Facts about types of loaded modules. */
  public static TypeFacts of(LoadedTypes types) {
    return of(types, FactVersions.first());
  }

  /** Facts about types of loaded modules, as a version of such facts. */
  public static TypeFacts of(LoadedTypes types, FactVersions version) {
    return new MetadataTypeFacts(types, version);
  }

  @Override
  public Optional<ReferenceChanges> changedSince(TypeFacts earlier) {
    return earlier instanceof MetadataTypeFacts before
        ? version.since(before.version)
        : Optional.empty();
  }

  @Override
  public int typeDefs(ModuleID module) {
    return count(module, TypeDef.TABLE);
  }

  @Override
  public int methodDefs(ModuleID module) {
    return count(module, MethodDef.TABLE);
  }

  private int count(ModuleID module, int table) {
    return types.image(module).map(image -> image.count(table)).orElse(0);
  }

  @Override
  public Optional<TypeDescription> type(TypeKey type) {
    return unlessDamaged(() -> types.row(type).map(row -> describe(type.module(), row)));
  }

  @Override
  public Optional<String> name(TypeKey type) {
    return unlessDamaged(
        () -> types.row(type).map(row -> name(type.module(), row.image(), row.token())));
  }

  @Override
  public Optional<MethodDescription> method(ModuleID module, Token methodDef) {
    return unlessDamaged(
        () ->
            types
                .image(module)
                .filter(image -> image.contains(methodDef))
                .map(image -> describe(module, new MethodDef(image, methodDef.rid()))));
  }

  @Override
  public Optional<TypeKey> canonical() {
    return types.canonical();
  }

  private static <T> Optional<T> unlessDamaged(Supplier<Optional<T>> facts) {
    try {
      return facts.get();
    } catch (MetadataFormatException damage) {
      return Optional.empty();
    }
  }

  private TypeDescription describe(ModuleID module, TypeDef type) {
    Token base = type.extendsType();
    Set<Integer> unresolved = new HashSet<>(2);
    return new TypeDescription(
        name(module, type.image(), type.token()),
        kind(module, type),
        type.genericParameters().size(),
        validatesFields(module, type.image()),
        base.isNil() ? Optional.empty() : Optional.of(types.type(module, base, unresolved)),
        type.fields().stream()
            .filter(field -> !field.isStatic())
            .flatMap(field -> unlessDamaged(() -> valueField(module, field, unresolved)).stream())
            .toList(),
        interfaces(module, type, unresolved),
        unresolved);
  }

  private String name(ModuleID module, Image image, Token token) {
    return names.computeIfAbsent(module, any -> new Names(image)).of(token);
  }

  /**
   * A copy of metadata does not say whether its module has precompiled code, nor with which flags.
   */
  private boolean validatesFields(ModuleID module, Image image) {
    return types.coreLib().isPresent()
        && types.coreLib().filter(module::equals).isEmpty()
        && !image.isMetadataAlone()
        && (image.readyToRunFlags() & READY_TO_RUN_MAY_SKIP_TYPE_VALIDATION) == 0;
  }

  /** By the name of the base type: right even when its module is not at hand. */
  private Kind kind(ModuleID module, TypeDef type) {
    Token base = type.extendsType();
    String name = base.isNil() ? "" : name(module, type.image(), base);
    if (name.equals("System.Enum")) {
      return Kind.ENUM;
    }
    boolean isEnumItself = type.name().equals("Enum") && type.namespace().equals("System");
    return name.equals("System.ValueType") && !isEnumItself ? Kind.STRUCT : Kind.REFERENCE;
  }

  private Optional<ValueField> valueField(ModuleID module, Field field, Set<Integer> unresolved) {
    Bytes blob = field.signature();
    return Signature.of(blob) instanceof Signature.OfField signature
            && mayBeHeldInPlace(signature.type())
        ? Optional.of(
            new ValueField(field.name(), types.type(module, () -> signature.type(), unresolved)))
        : Optional.empty();
  }

  private static boolean mayBeHeldInPlace(TypeSignature type) {
    if (type instanceof TypeSignature.Modified modified) {
      return mayBeHeldInPlace(modified.type());
    }
    if (type instanceof TypeSignature.GenericInstance instance) {
      return mayBeHeldInPlace(instance.type());
    }
    return type instanceof TypeSignature.TypeParameter
        || type == PrimitiveType.TYPEDBYREF
        || (type instanceof TypeSignature.Named named && named.valueType());
  }

  private List<RuntimeType> interfaces(ModuleID module, TypeDef type, Set<Integer> unresolved) {
    return type.interfaces().stream()
        .map(InterfaceImpl::interfaceType)
        .filter(token -> !token.isNil())
        .map(token -> types.type(module, token, unresolved))
        .filter(Defined.class::isInstance)
        .toList();
  }

  private MethodDescription describe(ModuleID module, MethodDef method) {
    TypeKey owner = new TypeKey(module, method.declaringType().token());
    String name = name(module, method.image(), owner.typeDef()) + "::" + method.name();
    MethodSignature signature = MethodSignature.of(method.signature());
    Set<Integer> unresolved = new HashSet<>(2);
    List<RuntimeType> all =
        Stream.concat(Stream.of(signature.returnType()), signature.parameters().stream())
            .filter(type -> type != PrimitiveType.VOID)
            .map(type -> types.type(module, () -> type, unresolved))
            .toList();
    List<RuntimeType> locals = locals(module, method, unresolved);
    return new MethodDescription(name, owner, signature.arity(), all, locals, unresolved);
  }

  /** A copy of the metadata of a module without a file has no method bodies. */
  private List<RuntimeType> locals(ModuleID module, MethodDef method, Set<Integer> unresolved) {
    Image image = method.image();
    return unlessDamaged(
            () ->
                !image.isReadyToRun() && Body.of(method) instanceof MethodBody body
                    ? Optional.of(valueLocals(module, body.locals(image), unresolved))
                    : Optional.<List<RuntimeType>>empty())
        .orElse(List.of());
  }

  private List<RuntimeType> valueLocals(
      ModuleID module, List<TypeSignature> locals, Set<Integer> unresolved) {
    return locals.stream()
        .filter(type -> type instanceof TypeSignature.MethodParameter || mayBeHeldInPlace(type))
        .distinct()
        .map(type -> types.type(module, () -> type, unresolved))
        .toList();
  }
}
