// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import static dev.tiptoe.testdata.image.SignatureBlobs.I4;
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
import static dev.tiptoe.testdata.image.SignatureBlobs.optional;
import static dev.tiptoe.testdata.image.SignatureBlobs.primitive;
import static dev.tiptoe.testdata.image.SignatureBlobs.szArray;
import static dev.tiptoe.testdata.image.SignatureBlobs.typeParameter;
import static dev.tiptoe.testdata.image.SignatureBlobs.valueType;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;

/** A small module that has a bit of everything, undamaged: a row in every table at least. */
public final class Sample {

  private static final byte[] INT = primitive(I4);

  private Sample() {}

  /** The module, not yet built. */
  public static ImageBuilder module() {
    ImageBuilder builder = ImageBuilder.assembly("Sample", "1.2.3.4").publicKey(new byte[16]);
    int library = builder.assemblyRef("System.Runtime", "9.0.0.0", new byte[8]);
    int list = builder.typeRef(library, "System.Collections.Generic", "List`1");
    int enumerator = builder.typeRef(list, "", "Enumerator");
    builder.typeRef(0, "", "Somewhere");
    int spec = builder.typeSpec(generic(classType(list), szArray(INT)));
    types(builder, list, enumerator, spec);
    references(builder, list, spec);
    builder.userString("literal");
    builder.resource("resource", (byte) 1, (byte) 2, (byte) 3);
    others(builder);
    return builder;
  }

  private static void types(ImageBuilder builder, int list, int enumerator, int spec) {
    int outer = builder.typeDef("N", "Outer`1", spec);
    builder.genericParam(outer, 0, "T");
    builder.field("F", field(optional(spec, valueType(enumerator))));
    builder.field("G", field(functionPointer(method(INT, typeParameter(0)))));
    builder.method("A", genericMethod(1, methodParameter(0), byRef(INT), classType(list)));
    int inner = builder.nested(outer, "Inner");
    builder.method("B", method(0x20, array(INT, 2, new int[] {1}, -1), classType(inner)));
    builder.row(Table.PARAM, 0, 1, builder.string("p"));
  }

  private static void references(ImageBuilder builder, int list, int spec) {
    int module = builder.moduleRef("part.netmodule");
    builder.memberRef(module, "C", method(INT));
    builder.memberRef(list, "D", field(INT));
    int member = builder.memberRef(spec, "E", genericMethod(1, methodParameter(0)));
    builder.methodSpec(member, instantiation(INT));
    builder.methodSpec(0x06000001, instantiation(classType(spec)));
    int file = builder.file("part.netmodule");
    int exported = builder.exportedType(file, "N", "InPart");
    builder.exportedType(exported, "", "Nested");
    builder.exportedType(0x23000001, "System", "Moved");
    int property = builder.blob((byte) 0x28, (byte) 0, (byte) I4);
    builder.row(Table.PROPERTY, 0, builder.string("P"), property);
    builder.row(Table.PROPERTY_MAP, 2, 1);
    int handler = ImageBuilder.index(Table.EVENT, "EventType", list);
    builder.row(Table.EVENT, 0, builder.string("Q"), handler);
    builder.row(Table.EVENT_MAP, 2, 1);
    int owner = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", list);
    int constructor = ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", member);
    builder.row(Table.CUSTOM_ATTRIBUTE, owner, constructor, builder.blob((byte) 1, (byte) 0));
  }

  /** A row of ones and zeros in each table that has none. */
  private static void others(ImageBuilder builder) {
    builder.row(Table.LOCAL_CONSTANT, 0, builder.blob((byte) SignatureBlobs.OBJECT));
    for (Table table : Table.values()) {
      boolean pointers = table.name().endsWith("_PTR");
      if (builder.count(table) == 0 && !pointers) {
        builder.row(table, new int[table.columns().size()]);
      }
    }
  }

  /** The same as an uncompressed module, with its pointer tables. */
  public static ImageBuilder uncompressed() {
    ImageBuilder builder = module().uncompressed();
    builder.row(Table.FIELD_PTR, 2);
    builder.row(Table.FIELD_PTR, 1);
    builder.row(Table.METHOD_PTR, 1);
    builder.row(Table.METHOD_PTR, 2);
    builder.row(Table.PARAM_PTR, 1);
    builder.row(Table.EVENT_PTR, 1);
    builder.row(Table.PROPERTY_PTR, 1);
    return builder;
  }
}
