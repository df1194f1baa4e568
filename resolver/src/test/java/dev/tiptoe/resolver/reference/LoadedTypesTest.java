// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.reference.RuntimeType.Array;
import dev.tiptoe.resolver.reference.RuntimeType.ByRef;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.resolver.reference.RuntimeType.FunctionPointer;
import dev.tiptoe.resolver.reference.RuntimeType.Pointer;
import dev.tiptoe.resolver.reference.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From the tokens and signatures of a module to types of any module. */
final class LoadedTypesTest {

  private static final ModuleID CORE = new ModuleID(1);
  private static final ModuleID APP = new ModuleID(2);

  private final ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");
  private final ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
  private final int object = core.typeDef("System", "Object");
  private final int int32 = core.typeDef("System", "Int32", object);
  private final int pair = core.typeDef("System", "Pair`2", object);
  private final int toCore = app.assemblyRef("Core", "1.0.0.0");
  private final int toPair = app.typeRef(toCore, "System", "Pair`2");
  private final Map<ModuleID, ImageBuilder> loaded = new HashMap<>(Map.of(CORE, core, APP, app));

  @Test
  void instance_ofATypeInAnotherModule_hasItsPartsWhereTheyAreDefined() {
    int spec =
        app.typeSpec(
            SignatureBlobs.generic(
                SignatureBlobs.valueType(toPair),
                SignatureBlobs.primitive(SignatureBlobs.I4),
                SignatureBlobs.szArray(SignatureBlobs.typeParameter(0))));
    RuntimeType type = types().type(APP, new Token(spec));
    assertEquals(
        new Defined(key(CORE, pair), List.of(int32(), new Array(new TypeParameter(0), 1, true))),
        type);
    assertFalse(type.isExact());
    RuntimeType closed = type.substitute(List.of(int32()));
    assertEquals(
        new Defined(key(CORE, pair), List.of(int32(), new Array(int32(), 1, true))), closed);
    assertTrue(closed.isExact());
    assertEquals(4, closed.parts());
  }

  @Test
  void signature_ofAnyForm_isComposedAlike() {
    byte[] number = SignatureBlobs.primitive(SignatureBlobs.I4);
    assertEquals(new Pointer(int32()), read(SignatureBlobs.pointer(number)));
    assertEquals(new ByRef(int32()), read(SignatureBlobs.byRef(number)));
    assertEquals(new Array(int32(), 3, false), read(SignatureBlobs.array(number, 3)));
    assertEquals(new Array(int32(), 1, false), read(SignatureBlobs.array(number, 1)));
    assertEquals(int32(), read(SignatureBlobs.required(toPair, number)));
    assertEquals(
        new FunctionPointer(List.of(int32(), int32())),
        read(SignatureBlobs.functionPointer(SignatureBlobs.method(number, number))));
    assertEquals(new RuntimeType.MethodParameter(1), read(SignatureBlobs.methodParameter(1)));
  }

  @Test
  void type_thatIsNotThere_saysWhy() {
    int missing = app.typeRef(toCore, "System", "Unicorn");
    int elsewhere = app.typeRef(app.assemblyRef("Atlantis", "1.0.0.0"), "", "Nemo");
    assertEquals(RuntimeType.Reason.NO_SUCH_TYPE, reason(types().type(APP, new Token(missing))));
    assertEquals(RuntimeType.Reason.NOT_LOADED, reason(types().type(APP, new Token(elsewhere))));
    assertEquals(
        RuntimeType.Reason.NO_METADATA, reason(types().type(new ModuleID(9), new Token(toPair))));
    assertEquals(RuntimeType.Reason.DAMAGED, reason(types().type(APP, new Token(0x02ffffff))));
    assertEquals(RuntimeType.Reason.DAMAGED, reason(types().type(APP, new Token(0x01ffffff))));
    assertEquals(RuntimeType.Reason.DAMAGED, reason(types().type(APP, new Token(0x1bffffff))));
    assertEquals(RuntimeType.Reason.DAMAGED, reason(types().type(APP, new Token(0x06000001))));
  }

  @Test
  void module_loadedTwice_makesReferencesToItAmbiguous() {
    ImageBuilder other = ImageBuilder.assembly("Core", "1.0.0.0");
    other.typeDef("System", "Pair`2");
    loaded.put(new ModuleID(3), other);
    assertEquals(RuntimeType.Reason.AMBIGUOUS, reason(types().type(APP, new Token(toPair))));
    Map<ModuleID, Image> twice = images();
    twice.remove(new ModuleID(3));
    twice.put(new ModuleID(4), twice.get(CORE));
    LoadedTypes types = LoadedTypes.of(twice);
    assertEquals(RuntimeType.Reason.AMBIGUOUS, reason(types.type(APP, new Token(toPair))));
    assertEquals(Optional.empty(), types.coreLib());
    assertEquals(RuntimeType.Reason.NOT_LOADED, reason(types.primitive(PrimitiveType.I4)));
    assertEquals(
        new Defined(key(CORE, pair), List.of()),
        types.type(CORE, new Token(pair)),
        "a module's own types are its own");
  }

  @Test
  void typeSpec_ofItself_endsInAnAnswer() {
    int spec = app.typeSpec(SignatureBlobs.szArray(SignatureBlobs.classType(0x1b000001)));
    assertEquals(RuntimeType.Reason.TOO_LARGE, reason(types().type(APP, new Token(spec))));
  }

  @Test
  void typeThatDoubles_isRefusedWhenItBecomesTooLarge() {
    TypeParameter parameter = new TypeParameter(0);
    RuntimeType twice = new Defined(key(CORE, pair), List.of(parameter, parameter));
    RuntimeType type = int32();
    for (int i = 0; i < 40; i++) {
      type = twice.substitute(List.of(type));
    }
    assertTrue(type.parts() <= RuntimeType.MOST_PARTS);
    assertTrue(type.contains(Unresolved.class));
  }

  @Test
  void scalars_areTheNumbersOfTheCoreLibrary() {
    LoadedTypes types = types();
    assertEquals(Optional.of(CORE), types.coreLib());
    assertTrue(types.isScalar(key(CORE, int32)));
    assertFalse(types.isScalar(key(CORE, object)));
    assertFalse(types.isScalar(key(CORE, pair)));
  }

  private RuntimeType read(byte[] signature) {
    int spec = app.typeSpec(signature);
    LoadedTypes types = types();
    RuntimeType byToken = types.type(APP, new Token(spec));
    Image module = types.image(APP).orElseThrow();
    TypeSpec row = new TypeSpec(module, spec & 0xffffff);
    assertEquals(byToken, types.type(APP, () -> TypeSignature.of(row.signature())));
    return byToken;
  }

  private static RuntimeType.Reason reason(RuntimeType type) {
    return ((Unresolved) type).reason();
  }

  private Defined int32() {
    return new Defined(key(CORE, int32), List.of());
  }

  private static TypeKey key(ModuleID module, int token) {
    return new TypeKey(module, new Token(token));
  }

  private LoadedTypes types() {
    return LoadedTypes.of(images());
  }

  private Map<ModuleID, Image> images() {
    Map<ModuleID, Image> images = new HashMap<>();
    loaded.forEach(
        (id, builder) -> images.put(id, Image.of(id + ".dll", builder.build().buffer())));
    return images;
  }
}
