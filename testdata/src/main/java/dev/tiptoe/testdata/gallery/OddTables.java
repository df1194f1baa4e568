// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeFormat;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.util.List;

/** Tables of odd widths, orders and counts. */
final class OddTables {

  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));
  private static final byte[] INT =
      SignatureBlobs.field(SignatureBlobs.primitive(SignatureBlobs.I4));

  private OddTables() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of("compressed", "an ordinary module, to compare with", population()),
        Exhibit.of(
            "uncompressed", "a #- stream without pointer tables", population().uncompressed()),
        pointers(),
        Exhibit.of(
            "minimal-delta",
            "every index has four bytes",
            population().uncompressed().minimalDelta().heapSizes(7)),
        Exhibit.of(
            "minimal-delta-narrow",
            "every index has four bytes, although the header says that heaps are narrow",
            population().uncompressed().minimalDelta()),
        Exhibit.of(
            "wide-heaps", "heap indexes of four bytes in a small file", population().heapSizes(7)),
        Exhibit.of("extra-data", "a number after the row counts", population().heapSizes(0x40)),
        Exhibit.of("pe32-plus", "the PE format of 64 bits", population().build(PeFormat.PE32_PLUS)),
        counted("methods-65535", 0xffff),
        counted("methods-65536", 0x10000),
        unsorted("unsorted-and-says-so", 0),
        unsorted("unsorted-but-says-sorted", -1),
        Exhibit.of("says-unsorted", "sorted tables that do not say so", population().sorted(0)),
        descending(),
        claimed());
  }

  /** Two types with two members of each kind. */
  private static ImageBuilder population() {
    ImageBuilder builder = ImageBuilder.assembly("Population", "1.0.0.0");
    int library = builder.assemblyRef("System.Runtime", "9.0.0.0");
    int object = builder.typeRef(library, "System", "Object");
    for (String name : List.of("First", "Second")) {
      int type = builder.typeDef("N", name, object);
      builder.row(Table.EVENT_MAP, type & 0xffffff, 1 + builder.count(Table.EVENT));
      builder.row(Table.PROPERTY_MAP, type & 0xffffff, 1 + builder.count(Table.PROPERTY));
      for (String member : List.of("A", "B")) {
        member(builder, name + member);
      }
    }
    return builder;
  }

  private static void member(ImageBuilder builder, String name) {
    builder.field("field" + name, INT);
    builder.method(
        "Method" + name,
        SignatureBlobs.method(SignatureBlobs.primitive(1), SignatureBlobs.primitive(8)));
    builder.row(Table.PARAM, 0, 1, builder.string("parameter" + name));
    builder.row(Table.EVENT, 0, builder.string("Event" + name), 0);
    builder.row(
        Table.PROPERTY,
        0,
        builder.string("Property" + name),
        builder.blob((byte) 0x28, (byte) 0, (byte) 8));
  }

  private static Exhibit pointers() {
    ImageBuilder builder = population().uncompressed();
    List<Table> tables =
        List.of(
            Table.FIELD_PTR,
            Table.METHOD_PTR,
            Table.PARAM_PTR,
            Table.EVENT_PTR,
            Table.PROPERTY_PTR);
    for (Table table : tables) {
      for (int row : new int[] {3, 1, 4, 2}) {
        builder.row(table, row);
      }
    }
    return Exhibit.of(
        "uncompressed-pointers", "a #- stream whose pointer tables shuffle all members", builder);
  }

  private static Exhibit counted(String name, int count) {
    ImageBuilder builder = ImageBuilder.assembly("Counted", "1.0.0.0");
    builder.typeDef("N", "Early");
    builder.method("First", VOID);
    builder.typeDef("N", "Late");
    for (int i = 1; i < count; i++) {
      builder.method("M", VOID);
    }
    int empty = builder.typeDef("N", "Empty");
    // Two bytes cannot say 0x10000; what is written then is a zero.
    builder.set(empty, "MethodList", (count + 1) & (count == 0xffff ? 0xffff : -1));
    return Exhibit.of(
        name,
        count + " methods: the last that two bytes can count, or the first that they cannot",
        builder);
  }

  private static Exhibit unsorted(String name, long sorted) {
    ImageBuilder builder = ImageBuilder.assembly("Unsorted", "1.0.0.0").sorted(sorted);
    int first = builder.typeDef("N", "First");
    builder.field("f", INT);
    builder.method("m", VOID);
    int second = builder.typeDef("N", "Second");
    builder.field("g", INT);
    builder.method("n", VOID);
    int inner = builder.typeDef("", "Inner");
    int innermost = builder.typeDef("", "Innermost");
    builder.nest(innermost, inner);
    builder.nest(inner, second);
    unsortedOfTypes(builder, second, first);
    unsortedOfMembers(builder);
    return Exhibit.of(name, "every table that is to be sorted is not", builder);
  }

  private static void unsortedOfTypes(ImageBuilder builder, int... descending) {
    int library = builder.assemblyRef("System.Runtime", "9.0.0.0");
    int disposable = builder.typeRef(library, "System", "IDisposable");
    int constructor = builder.memberRef(disposable, ".ctor", VOID);
    for (int type : descending) {
      int rid = type & 0xffffff;
      builder.row(
          Table.INTERFACE_IMPL,
          rid,
          ImageBuilder.index(Table.INTERFACE_IMPL, "Interface", disposable));
      builder.row(
          Table.CUSTOM_ATTRIBUTE,
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Parent", type),
          ImageBuilder.index(Table.CUSTOM_ATTRIBUTE, "Type", constructor),
          builder.blob(new byte[] {1, 0, 0, 0}));
      builder.row(Table.CLASS_LAYOUT, rid, 16 * rid, rid);
      int method = ImageBuilder.index(Table.METHOD_IMPL, "MethodBody", Table.METHOD_DEF.token(1));
      builder.row(Table.METHOD_IMPL, rid, method, method);
      int parameter = builder.genericParam(type, 0, "T" + rid);
      builder.row(
          Table.GENERIC_PARAM_CONSTRAINT,
          4 - (parameter & 0xffffff),
          ImageBuilder.index(Table.GENERIC_PARAM_CONSTRAINT, "Constraint", disposable));
      builder.row(
          Table.DECL_SECURITY,
          2,
          ImageBuilder.index(Table.DECL_SECURITY, "Parent", type),
          builder.blob((byte) rid));
    }
  }

  private static void unsortedOfMembers(ImageBuilder builder) {
    int library = builder.moduleRef("library");
    for (int rid : new int[] {2, 1}) {
      int field = Table.FIELD.token(rid);
      builder.row(
          Table.CONSTANT,
          SignatureBlobs.I4,
          ImageBuilder.index(Table.CONSTANT, "Parent", field),
          builder.blob((byte) rid, (byte) 0, (byte) 0, (byte) 0));
      builder.row(
          Table.FIELD_MARSHAL,
          ImageBuilder.index(Table.FIELD_MARSHAL, "Parent", field),
          builder.blob((byte) rid));
      builder.row(Table.FIELD_LAYOUT, 8 * rid, rid);
      builder.row(Table.FIELD_RVA, builder.data((byte) rid), rid);
      builder.row(
          Table.IMPL_MAP,
          0,
          ImageBuilder.index(Table.IMPL_MAP, "MemberForwarded", Table.METHOD_DEF.token(rid)),
          builder.string("import" + rid),
          library & 0xffffff);
      builder.row(
          Table.PROPERTY,
          0,
          builder.string("Property" + rid),
          builder.blob((byte) 8, (byte) 0, (byte) 8));
    }
    for (int rid : new int[] {2, 1}) {
      int property = Table.PROPERTY.token(rid);
      int association = ImageBuilder.index(Table.METHOD_SEMANTICS, "Association", property);
      builder.row(Table.METHOD_SEMANTICS, 2, rid, association);
    }
  }

  private static Exhibit descending() {
    ImageBuilder builder = population();
    builder
        .set(Table.TYPE_DEF.token(1), "MethodList", 4)
        .set(Table.TYPE_DEF.token(1), "FieldList", 3);
    builder
        .set(Table.METHOD_DEF.token(2), "ParamList", 4)
        .set(Table.METHOD_DEF.token(4), "ParamList", 99);
    return Exhibit.of(
        "descending-lists",
        "lists that begin behind the next one's beginning, or nowhere",
        builder);
  }

  private static Exhibit claimed() {
    ImageBuilder builder = population();
    builder.row(Table.NESTED_CLASS, 3, 2);
    builder.claim(Table.NESTED_CLASS, 5);
    return Exhibit.of(
        "claimed-rows", "more rows of the last table than the stream has bytes for", builder);
  }
}
