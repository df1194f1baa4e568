// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.Compressed;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small files whose claims would take gigabytes or hours if they were followed part by part are
 * answered or refused, with a heap of a few megabytes. Without bounds for the whole file most of
 * these would run until {@link Child} gives up.
 */
@Tag("quarter-2")
class BoundsWitnessTest extends BoundsFixture {

  private static final int ROWS = 20_000;

  private static final int REFERENCES = 50_000;

  @Test
  void bundle_whoseMembersInflateToGigabytes_refusesThoseBeyondItsSize() throws IOException {
    byte[] large = Arrays.copyOf(module(), 32 << 20);
    BundleBuilder bundle = new BundleBuilder(6, ELF);
    for (int i = 0; i < 40; i++) {
      bundle.compressed("m" + i + ".dll", 1, large);
    }
    Outcome outcome = run(256, "refs", written("app", bundle.build())).expect(3);
    // 64 MiB, and 16 times the 1.3 MB of the file.
    assertEquals(List.of("0 of 0 references in 2 modules resolved"), outcome.lines());
    assertEquals(38, outcome.err().lines().count());
  }

  /** The file has normal proportions, but more than a command keeps. */
  @Test
  void bundle_whoseAssembliesAreHundredsOfMegabytes_refusesThoseThatAreTooMany()
      throws IOException {
    byte[] large = new byte[48 << 20];
    new Random(1).nextBytes(large);
    Arrays.fill(large, 0, 40 << 20, (byte) 0);
    byte[] module = module();
    System.arraycopy(module, 0, large, 0, module.length);
    BundleBuilder bundle = new BundleBuilder(6, ELF);
    for (int i = 0; i < 7; i++) {
      bundle.compressed("m" + i + ".dll", 1, large);
    }
    String file = written("app", bundle.build());
    Outcome outcome = run(400, "refs", file).expect(3);
    assertEquals(List.of("0 of 0 references in 5 modules resolved"), outcome.lines());
    // Several are read at a time; which come too late is not said.
    String refused =
        "tiptoe: m[0-6].dll: the compressed files that are read have more than 256 MiB together";
    assertLinesMatch(List.of(refused, refused), outcome.err().lines().toList());
  }

  // Names.

  /** A name of 100 MB: that of a type, of the module, of references, of a parameter. */
  private byte[] withLargeName(int value) {
    ImageBuilder builder = ImageBuilder.assembly("A", "1.0.0.0");
    byte[] text = new byte[100 << 20];
    Arrays.fill(text, (byte) value);
    int name = builder.string(text);
    int type = builder.typeDef("N", "T");
    builder.set(type, "TypeName", name);
    builder.set(Table.MODULE.token(1), "Name", name).set(Table.ASSEMBLY.token(1), "Name", name);
    builder.method("M", VOID);
    builder.typeDef("N", "Healthy");
    builder.method("M", VOID);
    for (int i = 0; i < 1000; i++) {
      builder.row(Table.PARAM, 0, 0, name + i);
    }
    builder.set(builder.memberRef(type, "M", VOID), "Name", name);
    builder.set(builder.assemblyRef("B", "1.0.0.0"), "Name", name);
    int reference = builder.typeRef(Table.ASSEMBLY_REF.token(1), "N", "T");
    builder.set(reference, "TypeName", name);
    return builder.heapSizes(7).build().bytes();
  }

  @Test
  void name_ofAHundredMegabytes_isRefusedAndItsNeighboursAreNot() throws IOException {
    refusesTheName(0xe9);
  }

  @Test
  void name_ofAHundredMegabytesOfAscii_isRefusedAndItsNeighboursAreNot() throws IOException {
    refusesTheName('x');
  }

  private void refusesTheName(int value) throws IOException {
    String file = written("A.dll", withLargeName(value));
    Outcome names = run(300, "names", file, "--tsv").expect(3);
    assertEquals("N.Healthy::M():System.Void", names.rows().get(1).get(3));
    assertTrue(names.err().matches("tiptoe: 0x06000001 in .*: a name of more than 65536 bytes\n"));
    Outcome tokens = run(300, "names", file, "--tokens", "0x00000001,0x20000001,0x01000001");
    assertEquals(2, tokens.expect(3).err().lines().count());
    Outcome dump = run(300, "dump", file).expect(3);
    assertTrue(dump.lines().stream().anyMatch(line -> line.startsWith("  0x08")), dump::out);
    assertTrue(dump.err().contains("module in ") && dump.err().contains("assembly in "));
    Outcome rows = run(300, "dump", file, "--table", "Param").expect(0);
    assertTrue(rows.out().contains("… (104857600 bytes)"), rows::out);
    assertTrue(run(300, "refs", folder.toString(), "--members").expect(3).err().contains("a name"));
  }

  /** Images of about a megabyte, each of whose rows has a long name, or one that is much work. */
  static List<Consumer<ImageBuilder>> laborious() {
    return List.of(
        image -> methods(image, image.typeDef("N", "T`50000"), VOID), BoundsWitnessTest::doubling);
  }

  /** More of them, each of which takes its bound in another way. */
  static List<Consumer<ImageBuilder>> moreLaborious() {
    byte[] deep = new byte[190 + 1];
    Arrays.fill(deep, (byte) 0x1d);
    deep[190] = SignatureBlobs.I4;
    byte[][] arrays = new byte[150][];
    Arrays.fill(arrays, deep);
    byte[][] numbers = new byte[50_000][];
    Arrays.fill(numbers, SignatureBlobs.primitive(SignatureBlobs.I4));
    byte[] pointer = SignatureBlobs.functionPointer(SignatureBlobs.method(deep, numbers));
    return List.of(
        image -> methods(image, image.typeDef("N", "T"), SignatureBlobs.method(deep, arrays)),
        image -> methods(image, image.typeDef("N", "T"), SignatureBlobs.method(pointer)),
        image -> methods(image, image.typeDef("N", ".".repeat(60_000)), VOID),
        BoundsWitnessTest::manyParameters,
        BoundsWitnessTest::nestedInstances);
  }

  private static void methods(ImageBuilder image, int type, byte[] signature) {
    assertEquals(Table.TYPE_DEF.number(), type >>> 24);
    int name = image.string("M");
    int blob = image.blob(signature);
    for (int i = 0; i < ROWS; i++) {
      image.row(Table.METHOD_DEF, 0, 0, 0, name, blob, i % 2 == 0 ? 1 : 20_000);
    }
  }

  /** The rows of the parameters of half of all methods, which all have the same. */
  private static void manyParameters(ImageBuilder image) {
    byte[][] references = new byte[2000][];
    Arrays.fill(references, SignatureBlobs.byRef(SignatureBlobs.primitive(SignatureBlobs.I4)));
    byte[] signature =
        SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID), references);
    methods(image, image.typeDef("N", "T"), signature);
    for (int i = 0; i < 20_000; i++) {
      image.row(Table.PARAM, 0, i, 0);
    }
  }

  private static void doubling(ImageBuilder image) {
    int type = image.typeDef("N", "T");
    int last = image.typeSpec(SignatureBlobs.primitive(SignatureBlobs.I4));
    for (int i = 0; i < 60; i++) {
      byte[] part = SignatureBlobs.classType(last);
      last = image.typeSpec(SignatureBlobs.generic(SignatureBlobs.classType(type), part, part));
    }
    methods(image, type, SignatureBlobs.method(SignatureBlobs.classType(last)));
  }

  private static void nestedInstances(ImageBuilder image) {
    int type = image.typeDef("N", "T");
    for (int i = 0; i < 1000; i++) {
      type = image.nested(type, "T`1");
    }
    byte[][] instances = new byte[60][];
    byte[] argument = SignatureBlobs.primitive(SignatureBlobs.I4);
    Arrays.fill(instances, SignatureBlobs.generic(SignatureBlobs.classType(type), argument));
    methods(image, type, SignatureBlobs.method(argument, instances));
  }

  @ParameterizedTest
  @MethodSource("laborious")
  void names_thatAreMuchWorkTogether_areReportedAsFarAsTheyMayBe(Consumer<ImageBuilder> rows)
      throws IOException {
    areReportedAsFarAsTheyMayBe(rows);
  }

  @ParameterizedTest
  @MethodSource("moreLaborious")
  void names_thatAreMuchWorkOtherwise_areReportedAsFarAsTheyMayBe(Consumer<ImageBuilder> rows)
      throws IOException {
    areReportedAsFarAsTheyMayBe(rows);
  }

  private void areReportedAsFarAsTheyMayBe(Consumer<ImageBuilder> rows) throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    rows.accept(image);
    image.typeDef("N", "Healthy");
    image.method("M", VOID);
    String file = written("A.dll", image.heapSizes(7).build().bytes());
    boolean refused = false;
    for (String style : List.of("reflection", "clr", "csharp", "docid")) {
      Outcome outcome = run(96, "names", file, "--tsv", "--style", style);
      refused |= outcome.err().contains(", behind too many long names");
      assertEquals(ROWS + 1, outcome.rows().size());
      String last = outcome.rows().get(ROWS).get(3);
      assertTrue(last.contains("Healthy") && !last.contains("?"), last);
      assertTrue(outcome.out().length() < 160 << 20, () -> outcome.out().length() + " characters");
      assertTrue(outcome.err().lines().count() <= 1001);
    }
    assertTrue(refused);
  }

  // References.

  @Test
  void references_throughManyBaseTypes_areResolvedAsFarAsTheyMayBe() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    int type = image.typeDef("N", "T");
    int method = image.method("M", VOID);
    for (int i = 0; i < 15_000; i++) {
      type = image.typeDef("N", "T" + i, type);
    }
    int missing = image.string("Missing");
    int signature = image.blob(VOID);
    int parent = ImageBuilder.index(Table.MEMBER_REF, "Class", type);
    for (int i = 0; i < ROWS; i++) {
      image.row(Table.MEMBER_REF, parent, missing, signature);
    }
    image.memberRef(Table.TYPE_DEF.token(2), "M", VOID);
    written("A.dll", image.heapSizes(7).build().bytes());
    Outcome outcome = run(128, "refs", folder.toString(), "--members", "--tsv").expect(1);
    assertEquals(ROWS + 1, outcome.rows().size());
    assertEquals("unresolved", outcome.rows().get(0).get(3));
    List<String> last = outcome.rows().get(ROWS);
    assertEquals(List.of("resolved", "A.dll", String.format("0x%08x", method)), last.subList(3, 6));
    List<String> why = run(128, "refs", folder.toString(), "--members").expect(1).lines();
    assertTrue(why.get(0).contains("derives from itself"), why.get(0));
    assertTrue(why.get(ROWS - 1).contains("a search of more than 512 steps"), why.get(ROWS - 1));
  }

  @Test
  void references_toOverloadsThatShareALargeSignature_areAnswered() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    byte[] signature = new byte[20_000];
    Arrays.fill(signature, (byte) SignatureBlobs.I4);
    signature[0] = 0;
    byte[] count = Compressed.unsigned(signature.length - 6);
    System.arraycopy(count, 0, signature, 1, count.length);
    int type = image.typeDef("N", "T");
    methods(image, type, signature);
    signature[signature.length - 1] = 9;
    int wanted = image.blob(signature);
    int parent = ImageBuilder.index(Table.MEMBER_REF, "Class", type);
    for (int i = 0; i < REFERENCES; i++) {
      image.row(Table.MEMBER_REF, parent, image.string("M"), wanted);
    }
    written("A.dll", image.heapSizes(7).build().bytes());
    Outcome outcome = run(160, "refs", folder.toString(), "--members").expect(1);
    assertEquals(REFERENCES + 1, outcome.lines().size());
    String first = outcome.lines().get(0);
    assertTrue(first.contains("a search of more than 262144 steps"), first);
  }

  /** Each row is enclosed by the one before it, in the module that refers and in the one meant. */
  @Test
  void references_thatEncloseOneAnother_areAnswered() throws IOException {
    ImageBuilder from = ImageBuilder.assembly("A", "1.0.0.0").heapSizes(7);
    int reference = from.typeRef(from.assemblyRef("B", "1.0.0.0"), "N", "T0");
    ImageBuilder to = ImageBuilder.assembly("B", "1.0.0.0").heapSizes(7);
    int definition = to.typeDef("N", "T0");
    for (int i = 1; i < REFERENCES; i++) {
      reference = from.typeRef(reference, "", "T");
      definition = to.nested(definition, "T");
    }
    written("A.dll", from.build().bytes());
    written("B.dll", to.build().bytes());
    Outcome outcome = run(160, "refs", folder.toString()).expect(3);
    String last = outcome.lines().get(outcome.lines().size() - 1);
    assertEquals("1025 of 50000 references in 2 modules resolved", last);
  }
}
