// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.Compressed;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small files whose claims would take gigabytes or hours if they were followed part by part are
 * answered or refused, with a heap of a few megabytes. Without bounds for the whole file most of
 * these would run until {@link Child} gives up.
 */
class BoundsTest {

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final byte[] VOID =
      SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID));
  private static final int ROWS = 20_000;
  private static final int REFERENCES = 50_000;

  @TempDir private Path folder = Path.of("");

  private Outcome run(int mebibytes, String... arguments) {
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + mebibytes + "m");
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    options.add(PeakMemory.class.getName());
    options.addAll(List.of(arguments));
    Outcome outcome = Child.java(options).outcome();
    assertTrue(!outcome.err().contains("internal error"), outcome::toString);
    List<String> told = outcome.err().lines().toList();
    long kib = Long.parseLong(told.get(told.size() - 1));
    assertTrue(kib < 512 << 10, () -> kib + " KiB: " + outcome);
    String err =
        outcome.err().substring(0, outcome.err().lastIndexOf('\n', outcome.err().length() - 2) + 1);
    return new Outcome(outcome.status(), outcome.out(), err);
  }

  private String written(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private static byte[] module() {
    return ImageBuilder.assembly("A", "1.0.0.0").build().bytes();
  }

  // Bundles.

  @Test
  void bundle_whoseMembersShareOneBlob_refusesAllButTheFirst() throws IOException {
    byte[] large = Arrays.copyOf(module(), 64 << 20);
    BundleBuilder bundle = new BundleBuilder(6, ELF).compressed("m0.dll", 1, large);
    int compressed = BundleBuilder.manifestOf(bundle.build()) - 0x100;
    for (int i = 1; i < 60; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, large.length, compressed);
    }
    String file = written("app", bundle.build());
    Outcome outcome = run(256, "refs", file).expect(3);
    assertEquals(List.of("0 of 0 references in 1 modules resolved"), outcome.lines());
    assertEquals(59, outcome.err().lines().count());
    String line =
        "tiptoe: \\Q" + file + "\\E: at offset 0x100: m\\d+.dll shares bytes with another.*";
    assertTrue(outcome.err().lines().allMatch(said -> said.matches(line)), outcome.err());
  }

  @Tag("witness")
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
  @Tag("witness")
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

  @Test
  void bundle_ofAsManyMembersAsThereMayBe_isAnswered() throws IOException {
    byte[] module = module();
    BundleBuilder bundle = new BundleBuilder(6, ELF).member("a.dll", 1, module);
    for (int i = 1; i < 1 << 16; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, module.length, 0);
    }
    String file = written("app", bundle.build());
    Outcome outcome = run(128, "refs", file).expect(3);
    assertEquals(List.of("0 of 0 references in 1 modules resolved"), outcome.lines());
    assertEquals(1001, outcome.err().lines().count());
    assertTrue(outcome.err().endsWith("tiptoe: there are more problems, which are not listed\n"));
    assertEquals((1 << 16) + 7, run(128, "dump", file).expect(0).lines().size());
  }

  @Test
  void bundle_ofMoreMembers_isRefused() throws IOException {
    BundleBuilder bundle = new BundleBuilder(6, ELF);
    for (int i = 0; i < 200_000; i++) {
      bundle.entry("m" + i + ".dll", 1, 0x100, 0, 0);
    }
    Outcome outcome = run(128, "refs", written("app", bundle.build())).expect(3);
    assertTrue(
        outcome.err().endsWith(": a bundle of 200000 files, of which 65536 are read at most\n"));
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

  @Tag("witness")
  @Test
  void name_ofAHundredMegabytes_isRefusedAndItsNeighboursAreNot() throws IOException {
    refusesTheName(0xe9);
  }

  @Test
  @Tag("witness")
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
        image -> methods(image, image.typeDef("N", "T`50000"), VOID), BoundsTest::doubling);
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
        BoundsTest::manyParameters,
        BoundsTest::nestedInstances);
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

  @Tag("witness")
  @ParameterizedTest
  @MethodSource("laborious")
  void names_thatAreMuchWorkTogether_areToldAsFarAsTheyMayBe(Consumer<ImageBuilder> rows)
      throws IOException {
    areToldAsFarAsTheyMayBe(rows);
  }

  @ParameterizedTest
  @MethodSource("moreLaborious")
  @Tag("witness")
  void names_thatAreMuchWorkOtherwise_areToldAsFarAsTheyMayBe(Consumer<ImageBuilder> rows)
      throws IOException {
    areToldAsFarAsTheyMayBe(rows);
  }

  private void areToldAsFarAsTheyMayBe(Consumer<ImageBuilder> rows) throws IOException {
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

  /** A damaged row takes much longer than a sound one. */
  @Test
  void rows_ofWhichAllAreDamaged_areGivenUp() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    image.typeDef("N", "T");
    for (int i = 0; i < 300_000; i++) {
      image.row(Table.METHOD_DEF, 0, 0, 0, 0x7fffff00, 0x7fffff00, 1);
    }
    String file = written("A.dll", image.heapSizes(7).build().bytes());
    String givenUp = "tiptoe: " + file + ": more than 100000 problems; the rest of it is not read";
    Outcome names = run(96, "names", file, "--tsv").expect(3);
    assertEquals(100_001, names.rows().size());
    assertEquals(2, names.err().lines().count());
    assertTrue(names.err().lines().anyMatch(givenUp::equals));
    Outcome rows = run(96, "dump", file, "--table", "MethodDef", "--json").expect(3);
    JsonObject json = JsonParser.parseString(rows.out()).getAsJsonObject();
    assertEquals(50_001, json.getAsJsonArray("MethodDef").size());
    assertTrue(rows.err().lines().anyMatch(givenUp::equals));
  }

  @Test
  void memberRef_whoseNameCannotBeRead_doesNotSilenceItsNeighbours() throws IOException {
    ImageBuilder image = ImageBuilder.assembly("A", "1.0.0.0");
    int type = image.typeDef("N", "T");
    image.method("M", VOID);
    image.set(image.memberRef(type, "M", VOID), "Name", 0x7fff);
    image.memberRef(type, "M", VOID);
    written("A.dll", image.build().bytes());
    String[] refs = {"refs", folder.toString(), "--members", "--tsv"};
    List<List<String>> rows = TiptoeRun.tiptoe(refs).expect(3).rows();
    assertEquals(List.of("0x0a000001", "?", "unresolved"), rows.get(0).subList(1, 4));
    assertEquals("resolved", rows.get(1).get(3));
  }

  // References.

  @Tag("witness")
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

  @Tag("witness")
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
  @Tag("witness")
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

  // Files that are larger than what is in them.

  @Test
  void file_ofTwoSparseGigabytes_costsNoMemory() throws IOException {
    Path sparse = folder.resolve("Sparse.dll");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(Integer.MAX_VALUE);
    }
    run(64, "names", sparse.toString()).expect(3);
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.write(ELF);
    }
    run(64, "names", sparse.toString()).expect(3);
    run(64, "dump", sparse.toString()).expect(3);
  }

  @Test
  void metadata_ofTwoSparseGigabytes_areRefused() throws IOException {
    Path sparse = folder.resolve("Sparse.dll");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.write(ImageBuilder.assembly("A", "1.0.0.0").root());
      file.setLength(Integer.MAX_VALUE);
    }
    Outcome outcome = run(64, "dump", sparse.toString()).expect(3);
    String reason = "metadata of 2147483647 bytes, of which 268435456 are read at most";
    assertEquals("tiptoe: " + sparse + ": at offset 0x0: " + reason + "\n", outcome.err());
  }
}
