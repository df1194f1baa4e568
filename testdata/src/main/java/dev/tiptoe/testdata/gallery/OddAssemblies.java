// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.gallery;

import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Assemblies of several modules, forwarders, and odd manifests. */
final class OddAssemblies {

  private static final String PART = "Part.dll";

  private OddAssemblies() {}

  static List<Exhibit> all() {
    return List.of(
        multiModule(),
        forwarderChain(),
        forwarderCycle(),
        forwarderToItself(),
        facade(),
        nestedHomonym(),
        severalOfOne(),
        nothing(),
        fullKeyReference());
  }

  private static Exhibit multiModule() {
    ImageBuilder main = ImageBuilder.assembly("Main", "1.0.0.0");
    int file = main.file(PART);
    main.file("missing.netmodule");
    int inPart = main.exportedType(file, "N", "InPart");
    main.exportedType(inPart, "", "Nested");
    main.typeRef(main.moduleRef(PART), "N", "InPart");
    main.row(
        Table.MANIFEST_RESOURCE,
        0,
        1,
        main.string("in.part"),
        ImageBuilder.index(Table.MANIFEST_RESOURCE, "Implementation", file));
    ImageBuilder part = ImageBuilder.netmodule(PART);
    part.typeRef(part.assemblyRef("Main", "1.0.0.0"), "N", "Elsewhere");
    int outer = part.typeDef("N", "InPart");
    part.nested(outer, "Nested");
    return new Exhibit(
            "multi-module",
            "an assembly of two modules, and one that is missing",
            Map.of("Main.dll", main.build()))
        .and(PART, part);
  }

  private static Exhibit forwarderChain() {
    ImageBuilder user = ImageBuilder.assembly("User", "1.0.0.0");
    int type = user.typeRef(user.assemblyRef("A", "1.0.0.0"), "N", "Moved");
    user.typeRef(type, "", "Nested");
    ImageBuilder end = ImageBuilder.assembly("D", "1.0.0.0");
    int moved = end.typeDef("N", "Moved");
    end.nested(moved, "Nested");
    return Exhibit.of("forwarder-chain", "a type that moved three times", user)
        .and("A.dll", forwarder("A", "B"))
        .and("B.dll", forwarder("B", "C"))
        .and("C.dll", forwarder("C", "D"))
        .and("D.dll", end);
  }

  private static Exhibit forwarderCycle() {
    return Exhibit.of(
            "forwarder-cycle",
            "two assemblies that forward a type to each other",
            forwarder("A", "B"))
        .and("B.dll", forwarder("B", "A"));
  }

  private static Exhibit forwarderToItself() {
    return Exhibit.of(
        "forwarder-to-itself", "a type forwarded to where it is missed", forwarder("A", "A"));
  }

  private static ImageBuilder forwarder(String from, String to) {
    ImageBuilder builder = ImageBuilder.assembly(from, "1.0.0.0");
    int library = builder.assemblyRef(to, "1.0.0.0");
    int moved = builder.exportedType(library, "N", "Moved");
    builder.exportedType(moved, "", "Nested");
    return builder;
  }

  private static Exhibit facade() {
    ImageBuilder builder = ImageBuilder.assembly("Facade", "4.0.0.0");
    int library = builder.assemblyRef("Library", "1.0.0.0");
    for (int i = 0; i < 1_000; i++) {
      builder.exportedType(library, "N" + i % 7, "Type" + i);
    }
    return Exhibit.of("facade", "one type of its own and a thousand forwarders", builder);
  }

  private static Exhibit nestedHomonym() {
    ImageBuilder builder = ImageBuilder.assembly("Homonyms", "1.0.0.0");
    int library = builder.assemblyRef("Library", "1.0.0.0");
    int outer = builder.exportedType(library, "", "Outer");
    builder.exportedType(outer, "", "Same");
    builder.exportedType(library, "", "Same");
    int same = builder.typeDef("", "Same2");
    builder.nested(same, "Same2");
    return Exhibit.of("nested-homonym", "nested types called like types at top level", builder);
  }

  private static Exhibit severalOfOne() {
    ImageBuilder builder = ImageBuilder.assembly("First", "1.0.0.0");
    builder.module("Second.dll", new UUID(1, 2));
    builder.assemblyRow("Second", "2.0.0.0");
    return Exhibit.of(
        "several-of-one", "two Module and two Assembly rows: the first counts", builder);
  }

  private static Exhibit nothing() {
    return Exhibit.of("nothing", "not a single row", new ImageBuilder());
  }

  private static Exhibit fullKeyReference() {
    // Algorithms, the size of the rest, and an RSA key of 1024 bits.
    String header = "002400000480000094000000" + "06020000002400005253413100040000" + "01000100";
    byte[] key = HexFormat.of().parseHex(header + "25".repeat(128));
    ImageBuilder builder = ImageBuilder.assembly("Signed", "65535.0.65535.1").publicKey(key);
    builder
        .set(Table.ASSEMBLY.token(1), "Flags", 1)
        .set(Table.ASSEMBLY.token(1), "Culture", builder.string("tlh"));
    int library = builder.assemblyRef("Library", "1.2.3.4", key);
    builder.set(library, "Flags", 1).set(library, "HashValue", builder.blob(new byte[] {1, 2, 3}));
    int retargetable = builder.assemblyRef("Retargetable", "0.0.0.0", new byte[8]);
    builder.set(retargetable, "Flags", 0x0300);
    builder.assemblyRef("OddToken", "1.0.0.0", new byte[3]);
    return Exhibit.of(
        "full-key-reference",
        "references with a whole public key, and with tokens of odd sizes",
        builder);
  }
}
