// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.List;

/**
 * Rows that obfuscators add and tools leave behind: pointing nowhere, in circles, or never used.
 */
final class OddRows {

  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));

  private OddRows() {}

  static List<Exhibit> all() {
    return List.of(
        Exhibit.of(
            "unused-tables", "rows of ones in tables that no compiler fills", unusedTables()),
        Exhibit.of("sentinel-rows", "a last row of each table that points nowhere", sentinels()),
        Exhibit.of(
            "nested-cycle",
            "two types, each inside the other, and one inside itself",
            nestedCycle()),
        Exhibit.of("scope-cycle", "TypeRefs that are their own scopes", scopeCycle()),
        Exhibit.of("exported-cycle", "exported types inside one another", exportedCycle()),
        Exhibit.of("spec-cycle", "a TypeSpec that is made of itself", specCycle()),
        Exhibit.of("deep-nesting", "types and references three hundred deep", deepNesting()),
        Exhibit.of("nil-scopes", "references without scope, and to this module", nilScopes()),
        Exhibit.of("odd-params", "parameters out of order, twice, or of no parameter", oddParams()),
        Exhibit.of("deleted-rows", "rows that an edit deleted by renaming them", deletedRows()),
        Exhibit.of("homonyms", "types and members that share a name", homonyms()));
  }

  private static ImageBuilder unusedTables() {
    ImageBuilder builder = ImageBuilder.assembly("Unused", "1.0.0.0");
    int library = builder.assemblyRef("Library", "1.0.0.0");
    builder.row(Table.ENC_LOG, -1, -1);
    builder.row(Table.ENC_MAP, -1);
    builder.row(Table.ASSEMBLY_PROCESSOR, -1);
    builder.row(Table.ASSEMBLY_OS, -1, -1, -1);
    builder.row(Table.ASSEMBLY_REF_PROCESSOR, -1, library & 0xffffff);
    builder.row(Table.ASSEMBLY_REF_OS, -1, -1, -1, 0xffff);
    return builder;
  }

  private static ImageBuilder sentinels() {
    ImageBuilder builder = ImageBuilder.assembly("Sentinels", "1.0.0.0");
    builder.typeDef("N", "Type");
    builder.method("M", VOID);
    for (Table table :
        List.of(
            Table.NESTED_CLASS, Table.METHOD_SEMANTICS, Table.MEMBER_REF, Table.STAND_ALONE_SIG)) {
      int[] cells = new int[table.columns().size()];
      Arrays.fill(cells, 0x7fff);
      builder.row(table, cells);
    }
    return builder;
  }

  private static ImageBuilder nestedCycle() {
    ImageBuilder builder = ImageBuilder.assembly("NestedCycle", "1.0.0.0");
    int first = builder.typeDef("N", "First");
    int second = builder.typeDef("N", "Second");
    int alone = builder.typeDef("N", "Alone");
    builder.nest(first, second);
    builder.nest(second, first);
    builder.nest(alone, alone);
    return builder;
  }

  private static ImageBuilder scopeCycle() {
    ImageBuilder builder = ImageBuilder.assembly("ScopeCycle", "1.0.0.0");
    for (String name : List.of("First", "Second", "Alone")) {
      builder.typeRef(0, "N", name);
    }
    int[] scopes = {2, 1, 3};
    for (int i = 0; i < scopes.length; i++) {
      int scope =
          ImageBuilder.index(Table.TYPE_REF, "ResolutionScope", Table.TYPE_REF.token(scopes[i]));
      builder.set(Table.TYPE_REF.token(i + 1), "ResolutionScope", scope);
    }
    return builder;
  }

  private static ImageBuilder exportedCycle() {
    ImageBuilder builder = ImageBuilder.assembly("ExportedCycle", "1.0.0.0");
    builder.exportedType(Table.EXPORTED_TYPE.token(2), "N", "First");
    builder.exportedType(Table.EXPORTED_TYPE.token(1), "N", "Second");
    builder.exportedType(Table.EXPORTED_TYPE.token(3), "N", "Alone");
    return builder;
  }

  private static ImageBuilder specCycle() {
    ImageBuilder builder = ImageBuilder.assembly("SpecCycle", "1.0.0.0");
    int self = Table.TYPE_SPEC.token(1);
    builder.typeSpec(SignatureBlobs.szArray(SignatureBlobs.classType(self)));
    builder.memberRef(self, "M", SignatureBlobs.method(SignatureBlobs.classType(self)));
    return builder;
  }

  private static ImageBuilder deepNesting() {
    ImageBuilder builder = ImageBuilder.assembly("Deep", "1.0.0.0");
    int scope = builder.assemblyRef("Library", "1.0.0.0");
    int enclosing = builder.typeDef("N", "L0");
    for (int i = 1; i < 300; i++) {
      scope = builder.typeRef(scope, i == 1 ? "N" : "", "L" + i);
      enclosing = builder.nested(enclosing, "L" + i);
    }
    byte[] deepest = SignatureBlobs.classType(enclosing);
    builder.field("shallow", SignatureBlobs.field(deepest));
    builder.field("deep", SignatureBlobs.field(SignatureBlobs.nested(0x1d, 60, deepest)));
    return builder;
  }

  private static ImageBuilder nilScopes() {
    ImageBuilder builder = ImageBuilder.assembly("NilScopes", "1.0.0.0");
    int library = builder.assemblyRef("Library", "1.0.0.0");
    builder.exportedType(library, "N", "Exported");
    builder.typeDef("N", "Own");
    builder.typeRef(0, "N", "Exported");
    builder.typeRef(0, "N", "Own");
    builder.typeRef(Table.MODULE.token(1), "N", "Own");
    builder.typeRef(0, "N", "Nowhere");
    return builder;
  }

  private static ImageBuilder oddParams() {
    ImageBuilder builder = ImageBuilder.assembly("OddParams", "1.0.0.0");
    builder.typeDef("N", "Type");
    byte[] int4 = SignatureBlobs.primitive(SignatureBlobs.I4);
    builder.method("M", SignatureBlobs.method(int4, int4, int4, int4));
    for (int sequence : new int[] {3, 0, 1, 1, 7, 0xffff}) {
      builder.row(Table.PARAM, 0, sequence, builder.string("p" + sequence));
    }
    builder.method("None", SignatureBlobs.method(int4, int4));
    return builder;
  }

  private static ImageBuilder deletedRows() {
    ImageBuilder builder =
        ImageBuilder.assembly("Deleted", "1.0.0.0").uncompressed().heapSizes(0x80);
    builder.typeDef("N", "Kept");
    int kept = builder.method("Kept", VOID);
    int deleted = builder.method("_Deleted", VOID);
    builder.set(kept, "Flags", 0x16).set(deleted, "Flags", 0x1816);
    int type = builder.typeDef("N", "_Deleted");
    builder.set(type, "Flags", 0x0901);
    return builder;
  }

  private static ImageBuilder homonyms() {
    ImageBuilder builder = ImageBuilder.assembly("Homonyms", "1.0.0.0");
    for (int i = 0; i < 3; i++) {
      int type = builder.typeDef("N", "Same");
      builder.nested(type, "Inner");
      builder.nested(type, "Inner");
      builder.method("M", VOID);
      builder.method("M", VOID);
    }
    builder.typeDef("", "N.Same");
    builder.typeDef("N.Same", "");
    return builder;
  }
}
