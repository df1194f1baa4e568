// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
import static dev.tiptoe.testdata.image.SignatureBlobs.OBJECT;
import static dev.tiptoe.testdata.image.SignatureBlobs.VOID;
import static dev.tiptoe.testdata.image.SignatureBlobs.array;
import static dev.tiptoe.testdata.image.SignatureBlobs.byRef;
import static dev.tiptoe.testdata.image.SignatureBlobs.classType;
import static dev.tiptoe.testdata.image.SignatureBlobs.field;
import static dev.tiptoe.testdata.image.SignatureBlobs.functionPointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.generic;
import static dev.tiptoe.testdata.image.SignatureBlobs.genericMethod;
import static dev.tiptoe.testdata.image.SignatureBlobs.instantiation;
import static dev.tiptoe.testdata.image.SignatureBlobs.method;
import static dev.tiptoe.testdata.image.SignatureBlobs.methodParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.nested;
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.pinned;
import static dev.tiptoe.testdata.image.SignatureBlobs.pointer;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.required;
import static dev.tiptoe.testdata.image.SignatureBlobs.sentinel;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.List;

/** Signatures that C# does not write, and damaged ones. */
final class OddSignatures {

  private static final byte[] INT = primitive(I4);
  private static final byte[] NOTHING = primitive(VOID);
  private static final int VARARG = 0x05;
  private static final int LOCALS = 0x07;
  private static final int EXPLICIT_THIS = 0x60;

  private OddSignatures() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of("cpp-modifiers", "modifiers anywhere, as C++/CLI writes them", modifiers()),
        Exhibit.of(
            "varargs", "sentinels: at call sites, in function pointers, first, last", varargs()),
        Exhibit.of(
            "function-pointers", "function pointers of every convention", functionPointers()),
        Exhibit.of("arrays", "sizes and lower bounds of every length", arrays()),
        Exhibit.of(
            "locals", "locals pinned, by reference, many, and of a field's signature", oddLocals()),
        Exhibit.of("generics", "generic signatures of odd shapes", generics()),
        Exhibit.of("damaged-signatures", "signatures that are none", damaged()));
  }

  private static ImageBuilder module() {
    ImageBuilder builder = ImageBuilder.assembly("Signatures", "1.0.0.0");
    int library = builder.assemblyRef("mscorlib", "4.0.0.0");
    builder.typeRef(library, "System.Runtime.CompilerServices", "IsLong");
    builder.typeRef(library, "System.Runtime.CompilerServices", "IsConst");
    builder.typeRef(library, "System.Collections.Generic", "List`1");
    builder.typeDef("N", "Type");
    return builder;
  }

  private static int ref(int rid) {
    return Table.TYPE_REF.token(rid);
  }

  private static ImageBuilder modifiers() {
    ImageBuilder builder = module();
    int isLong = ref(1);
    int isConst = ref(2);
    byte[] list = classType(ref(3));
    int spec = builder.typeSpec(generic(list, INT));
    builder.typeSpec(optional(isConst, INT));
    builder.field("behind", field(optional(isLong, INT)));
    builder.field("twice", field(required(isConst, optional(isLong, INT))));
    builder.field("pointer", field(pointer(optional(isConst, primitive(4)))));
    builder.field("ofPointer", field(optional(isConst, pointer(optional(isConst, NOTHING)))));
    builder.field("bySpec", field(required(spec, INT)));
    builder.field("inArray", field(szArray(optional(isLong, INT))));
    builder.field("inArguments", field(generic(list, optional(isLong, INT))));
    builder.field("inShape", field(array(optional(isLong, INT), 2)));
    builder.method(
        "byRefBefore", method(byRef(optional(isConst, INT)), byRef(optional(isLong, INT))));
    builder.method(
        "byRefBehind", method(optional(isConst, byRef(INT)), required(isLong, byRef(INT))));
    builder.method("returns", method(optional(isLong, NOTHING)));
    builder.row(
        Table.STAND_ALONE_SIG,
        builder.blob(
            locals(optional(isConst, pinned(byRef(INT))), pinned(optional(isLong, byRef(INT))))));
    return builder;
  }

  private static ImageBuilder varargs() {
    ImageBuilder builder = module();
    int method = builder.method("Vararg", method(VARARG, NOTHING, INT));
    builder.memberRef(
        method, "Vararg", method(VARARG, NOTHING, INT, sentinel(INT), primitive(OBJECT)));
    builder.memberRef(method, "Vararg", method(VARARG, NOTHING, INT));
    builder.memberRef(method, "Vararg", method(VARARG, NOTHING, sentinel(INT), INT));
    builder.memberRef(
        ref(1), "Elsewhere", method(VARARG | 0x20, INT, INT, sentinel(primitive(0x0d))));
    byte[] called = method(VARARG, INT, INT, sentinel(szArray(INT)));
    builder.row(Table.STAND_ALONE_SIG, builder.blob(called));
    builder.field("pointer", field(functionPointer(called)));
    builder.memberRef(
        builder.moduleRef("native"), "printf", method(VARARG, INT, INT, sentinel(INT)));
    return builder;
  }

  private static ImageBuilder functionPointers() {
    ImageBuilder builder = module();
    for (int convention : new int[] {0, 1, 2, 3, 4, 5, 9, 0x20, EXPLICIT_THIS, 0x21}) {
      byte[] type = functionPointer(method(convention, INT, classType(ref(1)), byRef(INT)));
      builder.field("f" + convention, field(type));
      builder.row(Table.STAND_ALONE_SIG, builder.blob(method(convention, NOTHING, type)));
    }
    byte[] inner = functionPointer(method(INT, INT));
    builder.field("nested", field(functionPointer(method(inner, inner, pointer(inner)))));
    builder.field(
        "generic",
        field(functionPointer(genericMethod(2, methodParameter(0), methodParameter(1)))));
    builder.field("modified", field(functionPointer(method(9, optional(ref(2), NOTHING)))));
    return builder;
  }

  private static ImageBuilder arrays() {
    ImageBuilder builder = module();
    builder.typeSpec(array(INT, 1));
    builder.typeSpec(array(INT, 32));
    builder.typeSpec(array(INT, 2, new int[] {3}));
    builder.typeSpec(array(INT, 2, new int[] {3, 0x4000}, -1));
    builder.typeSpec(array(INT, 3, new int[0], 0, -64, 63));
    builder.typeSpec(
        array(INT, 4, new int[] {127, 128, 0x3fff, 0x1fffffff}, -65, -8192, -8193, -(1 << 28)));
    builder.typeSpec(array(INT, 4, new int[0], 64, 8191, 8192, (1 << 28) - 1));
    builder.typeSpec(array(array(szArray(INT), 2), 3));
    return builder;
  }

  private static byte[] locals(byte[]... types) {
    return method(LOCALS, new byte[0], types);
  }

  private static ImageBuilder oddLocals() {
    ImageBuilder builder = module();
    builder.row(Table.STAND_ALONE_SIG, builder.blob(locals()));
    builder.row(
        Table.STAND_ALONE_SIG,
        builder.blob(locals(primitive(0x16), pinned(byRef(INT)), byRef(valueType(ref(1))))));
    byte[][] many = new byte[300][];
    Arrays.fill(many, pinned(primitive(OBJECT)));
    builder.row(Table.STAND_ALONE_SIG, builder.blob(locals(many)));
    builder.row(Table.STAND_ALONE_SIG, builder.blob(field(INT)));
    return builder;
  }

  private static ImageBuilder generics() {
    ImageBuilder builder = module();
    byte[] list = classType(ref(3));
    int method =
        builder.method("M", genericMethod(300, methodParameter(299), typeParameter(0x4000)));
    builder.methodSpec(method, instantiation(list, generic(list, generic(list, list))));
    builder.methodSpec(method, instantiation());
    builder.typeSpec(generic(valueType(ref(3)), typeParameter(0), methodParameter(0)));
    builder.typeSpec(typeParameter(7));
    builder.typeSpec(generic(list));
    builder.field("spec", field(classType(builder.typeSpec(list))));
    return builder;
  }

  private static ImageBuilder damaged() {
    ImageBuilder builder = module();
    byte[][] blobs = {
      {},
      {6},
      {6, 0x1d},
      {6, 0x12},
      {6, 0x12, 1},
      {6, 0x00},
      {6, 0x41},
      {6, 0x7f},
      {6, 0x15, 8, 1, 8},
      {6, 0x15, 0x12, 9, 2, 8},
      {6, 0x14, 8, 0, 0, 0},
      {6, 0x1b, 6, 8},
      {6, (byte) 0xff},
      {6, 8, 1, 2, 3},
    };
    for (byte[] blob : blobs) {
      builder.field("f", blob);
    }
    builder.field("deep", field(nested(0x0f, 5_000, INT)));
    builder.method("short", new byte[] {0, 2, 1, 8});
    builder.method("field", field(INT));
    builder.method("long", new byte[] {0, 0, 1, 8, 8});
    builder.method("convention", new byte[] {0x0c, 0, 1});
    builder.method("huge", new byte[] {0, (byte) 0xdf, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1});
    builder.typeSpec();
    builder.row(Table.STAND_ALONE_SIG, 0);
    return builder;
  }
}
