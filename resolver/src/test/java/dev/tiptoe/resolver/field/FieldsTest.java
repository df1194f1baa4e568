// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.answer.FieldType;
import dev.tiptoe.resolver.answer.FieldsAnswer.Elements;
import dev.tiptoe.resolver.answer.FieldsAnswer.Listed;
import dev.tiptoe.resolver.answer.FieldsAnswer.NotKnown;
import dev.tiptoe.resolver.answer.FieldsAnswer.Reason;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.Storage;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.resolver.reference.LoadedTypes;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Fields of every form, over images that are built for the question. */
final class FieldsTest {

  private static final ModuleID CORE = new ModuleID(1);
  private static final ModuleID APP = new ModuleID(2);
  private static final ClassID CANON = new ClassID(0x10);
  private static final ClassID STRING = new ClassID(0x11);
  private static final ClassID INT32 = new ClassID(0x12);
  private static final byte[] I4 = SignatureBlobs.primitive(SignatureBlobs.I4);
  private static final int STATIC = 0x10;
  private static final int LITERAL = 0x40;

  private final RuntimeIdMap map = new StoredMap();
  private final ImageBuilder core = ImageBuilder.assembly("Core", "1.0.0.0");
  private final ImageBuilder app = ImageBuilder.assembly("App", "1.0.0.0");
  private final int object = core.typeDef("System", "Object");
  private final int valueType = core.typeDef("System", "ValueType", object);
  private final int canon = core.typeDef("System", "__Canon", object);
  private final int string = core.typeDef("System", "String", object);
  private final int int32 = core.typeDef("System", "Int32", valueType);
  private final int ownValue = core.field("m_value", SignatureBlobs.field(I4));
  private final int pair = generic(core, core.typeDef("System", "Pair`2", valueType), 2);
  private final int toCore = app.assemblyRef("Core", "1.0.0.0");
  private final int toObject = app.typeRef(toCore, "System", "Object");
  private final int toValueType = app.typeRef(toCore, "System", "ValueType");
  private final int toPair = app.typeRef(toCore, "System", "Pair`2");

  FieldsTest() {
    core.field("key", SignatureBlobs.field(SignatureBlobs.typeParameter(0)));
    core.field("value", SignatureBlobs.field(SignatureBlobs.typeParameter(1)));
    map.moduleLoaded(1, CORE, LoadedModule.ofFile("Core.dll"));
    map.moduleLoaded(1, APP, LoadedModule.ofFile("App.dll"));
    load(CANON, CORE, canon);
    load(STRING, CORE, string);
    load(INT32, CORE, int32);
  }

  @Test
  void pairInAnEntry_hasTheArgumentsOfTheEntry_andItsClassID() {
    int entry = generic(app, app.typeDef("", "Entry`2", toValueType), 2);
    byte[] parameters =
        SignatureBlobs.generic(
            SignatureBlobs.valueType(toPair),
            SignatureBlobs.typeParameter(0),
            SignatureBlobs.typeParameter(1));
    app.field("pair", SignatureBlobs.field(parameters));
    ClassID entryOfStringAndInt = new ClassID(0x20);
    ClassID pairOfStringAndInt = new ClassID(0x21);
    load(entryOfStringAndInt, APP, entry, STRING, INT32);
    load(pairOfStringAndInt, CORE, pair, STRING, INT32);
    load(new ClassID(0x22), CORE, pair, CANON, INT32);
    Listed listed = listed(entryOfStringAndInt);
    assertEquals("Entry`2<System.String,System.Int32>", listed.name());
    FieldType type = listed.fields().get(0).type();
    assertEquals("System.Pair`2<System.String,System.Int32>", type.name());
    assertEquals(List.of(pairOfStringAndInt), type.ids());
    Defined defined = (Defined) type.type();
    assertEquals(CORE, defined.definition().module());
    assertEquals(new Token(pair), defined.definition().typeDef());
    Listed embedded = (Listed) type.embedded().orElseThrow();
    assertEquals(List.of("key: System.String", "value: System.Int32"), names(embedded));
    assertEquals(List.of(STRING), embedded.fields().get(0).type().ids());
    assertEquals(List.of(INT32), embedded.fields().get(1).type().ids());
    assertTrue(embedded.fields().get(1).type().embedded().isEmpty(), "a number has no parts");
  }

  @Test
  void pairThatWasNeverMet_isNotSeen_andItsCanonicalFormIsProvedPublished() {
    int entry = generic(app, app.typeDef("", "Entry`2", toValueType), 2);
    byte[] parameters =
        SignatureBlobs.generic(
            SignatureBlobs.valueType(toPair),
            SignatureBlobs.typeParameter(0),
            SignatureBlobs.typeParameter(1));
    app.field("pair", SignatureBlobs.field(parameters));
    load(new ClassID(0x20), APP, entry, STRING, INT32);
    FieldType type = listed(new ClassID(0x20)).fields().get(0).type();
    assertEquals(List.of(), type.ids());
    assertEquals(
        "System.Pair`2<System.String,System.Int32>: not seen; no fact named it; its canonical form"
            + " System.Pair`2<System.__Canon,System.Int32> is published, because it is the type of"
            + " field 'pair' of Entry`2<System.__Canon,System.Int32>, which is the canonical form"
            + " of Entry`2<System.String,System.Int32>, which was announced at 2 ns",
        type.loadedness().why());
  }

  @Test
  void canonicalForm_doesNotShowItsStandInAsAnArgument() {
    load(new ClassID(0x22), CORE, pair, CANON, INT32);
    Listed listed = listed(new ClassID(0x22));
    assertEquals("System.Pair`2<?,System.Int32>", listed.name());
    assertEquals(List.of("key: ?", "value: System.Int32"), names(listed));
    String why = listed.fields().get(0).type().loadedness().why();
    assertTrue(why.contains("not seen; it is not resolved: any reference type"), why);
  }

  @Test
  void forms_ofTypesThatSignaturesHave_areNamedAlike() {
    int type = app.typeDef("", "Zoo", toObject);
    app.field("vector", SignatureBlobs.field(SignatureBlobs.szArray(I4)));
    app.field("matrix", SignatureBlobs.field(SignatureBlobs.array(I4, 2)));
    app.field("pointer", SignatureBlobs.field(SignatureBlobs.pointer(I4)));
    app.field("reference", SignatureBlobs.field(SignatureBlobs.byRef(I4)));
    app.field("volatile", SignatureBlobs.field(SignatureBlobs.required(toObject, I4)));
    app.field(
        "function",
        SignatureBlobs.field(SignatureBlobs.functionPointer(SignatureBlobs.method(I4, I4))));
    load(new ClassID(0x30), APP, type);
    assertEquals(
        List.of(
            "vector: System.Int32[]",
            "matrix: System.Int32[,]",
            "pointer: System.Int32*",
            "reference: System.Int32&",
            "volatile: System.Int32",
            "function: delegate*<System.Int32,System.Int32>"),
        names(listed(new ClassID(0x30))));
  }

  @Test
  void base_thatIsGeneric_givesItsFieldsWithTheArgumentsOfTheDerivedType() {
    int box = generic(app, app.typeDef("", "Box`1", toObject), 1);
    app.field("item", SignatureBlobs.field(SignatureBlobs.typeParameter(0)));
    app.set(app.field("made", SignatureBlobs.field(I4)), "Flags", STATIC);
    int toBox =
        app.typeSpec(
            SignatureBlobs.generic(
                SignatureBlobs.classType(box),
                SignatureBlobs.szArray(SignatureBlobs.typeParameter(0))));
    int deep = generic(app, app.typeDef("", "Deep`1", toBox), 1);
    app.field("own", SignatureBlobs.field(SignatureBlobs.typeParameter(0)));
    app.set(app.field("Limit", SignatureBlobs.field(I4)), "Flags", STATIC | LITERAL);
    app.set(app.field("count", SignatureBlobs.field(I4)), "Flags", STATIC);
    load(new ClassID(0x31), APP, deep, STRING);
    Listed listed = listed(new ClassID(0x31));
    assertEquals(
        List.of(
            "item: System.String[]",
            "own: System.String",
            "Limit: System.Int32",
            "count: System.Int32"),
        names(listed));
    assertEquals(
        List.of(Storage.INSTANCE, Storage.INSTANCE, Storage.CONSTANT, Storage.STATIC),
        listed.fields().stream().map(ResolvedField::storage).toList());
    assertEquals(
        List.of(true, false, false, false),
        listed.fields().stream().map(ResolvedField::inherited).toList());
    assertTrue(listed.cutShort().isEmpty());
  }

  @Test
  void base_inAModuleThatIsNotLoaded_cutsTheFieldsShortAndSaysSo() {
    int elsewhere = app.typeRef(app.assemblyRef("Atlantis", "1.0.0.0"), "", "Palace");
    int type = app.typeDef("", "Room", elsewhere);
    app.field("door", SignatureBlobs.field(SignatureBlobs.classType(elsewhere)));
    load(new ClassID(0x32), APP, type);
    Listed listed = listed(new ClassID(0x32));
    assertEquals(
        new NotKnown(Reason.NOT_RESOLVED, "assembly Atlantis is not loaded"),
        listed.cutShort().orElseThrow());
    assertEquals(
        "?: not seen; it is not resolved: assembly Atlantis is not loaded",
        listed.fields().get(0).type().loadedness().why());
  }

  @Test
  void explicitLayoutAndInlineArrays_areReported() {
    int attribute = app.typeRef(toCore, "System.Runtime.CompilerServices", "InlineArrayAttribute");
    int constructor =
        app.memberRef(
            attribute, ".ctor", SignatureBlobs.method(0x20, SignatureBlobs.primitive(1), I4));
    int type = app.typeDef("", "Eight", toValueType);
    int field = app.field("element", SignatureBlobs.field(I4));
    app.row(Table.FIELD_LAYOUT, 4, field & 0xffffff);
    app.row(
        Table.CUSTOM_ATTRIBUTE,
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", type),
        ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
        app.blob(new byte[] {1, 0, 8, 0, 0, 0, 0, 0}));
    load(new ClassID(0x33), APP, type);
    Listed listed = listed(new ClassID(0x33));
    assertEquals(OptionalInt.of(8), listed.inlineArrayLength());
    assertEquals(OptionalInt.of(4), listed.fields().get(0).offset());
  }

  @Test
  void structThatContainsItself_endsInAnAnswer() {
    int snake = app.typeDef("", "Snake", toValueType);
    app.field("tail", SignatureBlobs.field(SignatureBlobs.valueType(snake)));
    load(new ClassID(0x34), APP, snake);
    FieldType tail = listed(new ClassID(0x34)).fields().get(0).type();
    assertEquals(
        new NotKnown(Reason.CIRCULAR, "Snake contains itself"), tail.embedded().orElseThrow());
  }

  /** Takes seconds, and is run by {@code FieldsWitnessTest}. */
  void structThatContainsLargerOnesOfItself() {
    int growing = generic(app, app.typeDef("", "Growing`1", toValueType), 1);
    byte[] larger =
        SignatureBlobs.generic(
            SignatureBlobs.valueType(growing),
            SignatureBlobs.generic(
                SignatureBlobs.valueType(growing), SignatureBlobs.typeParameter(0)));
    app.field("one", SignatureBlobs.field(larger));
    app.field("other", SignatureBlobs.field(larger));
    load(new ClassID(0x35), APP, growing, INT32);
    assertTrue(count(listed(new ClassID(0x35))) <= 10_000);
  }

  @Test
  void damagedField_isOneThatSaysSo() {
    int type = app.typeDef("", "Broken", toObject);
    app.field("bad", (byte) 0x06, (byte) 0x7e);
    app.field("method", SignatureBlobs.method(I4));
    app.field("good", SignatureBlobs.field(I4));
    load(new ClassID(0x36), APP, type);
    Listed listed = listed(new ClassID(0x36));
    assertEquals(List.of("bad: ?", "method: ?", "good: System.Int32"), names(listed));
  }

  @Test
  void whatHasNoFields_saysWhy() {
    ClassID vector = new ClassID(0x40);
    ClassID pointer = new ClassID(0x41);
    map.classSeen(3, vector, new ClassShape.Array(INT32, 0x08, 1), ClassSource.TYPE_ARGUMENT);
    map.classSeen(3, pointer, new ClassShape.Composite(), ClassSource.TYPE_ARGUMENT);
    load(new ClassID(0x42), APP, 0x02ffffff);
    load(new ClassID(0x43), new ModuleID(9), 0x02000001);
    load(new ClassID(0x44), APP, 0x02000001);
    assertEquals(Reason.NO_FIELDS, reason(pointer));
    map.unloadStarted(5, new ClassID(0x44));
    Elements elements = assertInstanceOf(Elements.class, fields().of(vector));
    assertEquals("System.Int32[]", elements.name());
    assertEquals(List.of(INT32), elements.element().ids());
    assertEquals(Reason.UNCERTAIN, reason(pointer));
    assertEquals(Reason.NO_SUCH_ROW, reason(new ClassID(0x42)));
    assertEquals(Reason.NO_METADATA, reason(new ClassID(0x43)));
    assertEquals(Reason.UNLOADED, reason(new ClassID(0x44)));
    assertEquals(Reason.NOT_MET, reason(new ClassID(0x99)));
  }

  @Test
  void int32_hasItsValueAndDoesNotContainItself() {
    Listed listed = listed(INT32);
    assertEquals(List.of("m_value: System.Int32"), names(listed));
    assertEquals(new Token(ownValue), listed.fields().get(0).token());
    assertTrue(listed.fields().get(0).type().embedded().isEmpty());
  }

  private Reason reason(ClassID id) {
    return assertInstanceOf(NotKnown.class, fields().of(id)).reason();
  }

  private Listed listed(ClassID id) {
    return assertInstanceOf(Listed.class, fields().of(id));
  }

  private static long count(Listed listed) {
    return listed.fields().stream()
        .mapToLong(
            field ->
                1
                    + (field.type().embedded().orElse(null) instanceof Listed inside
                        ? count(inside)
                        : 0))
        .sum();
  }

  private static List<String> names(Listed listed) {
    return listed.fields().stream()
        .map(field -> field.name() + ": " + field.type().name())
        .toList();
  }

  private Fields fields() {
    Map<ModuleID, Image> images = new HashMap<>();
    images.put(CORE, Image.of("Core.dll", core.build().buffer()));
    images.put(APP, Image.of("App.dll", app.build().buffer()));
    return Fields.of(map.now(), LoadedTypes.of(images));
  }

  private void load(ClassID id, ModuleID module, int typeDef, ClassID... arguments) {
    map.classLoaded(
        2,
        id,
        new ClassShape.Defined(
            module, new Token(typeDef), new ClassID(0), Arrays.asList(arguments)));
  }

  private static int generic(ImageBuilder image, int type, int parameters) {
    for (int i = 0; i < parameters; i++) {
      image.genericParam(type, i, "T" + i);
    }
    return type;
  }
}
