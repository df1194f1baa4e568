// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.SourcePlace.Precision;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LinesTest {

  private static final int CODE_SIZE = 100;
  private static final UUID SHA_256 = UUID.fromString("8829d00f-11b8-4213-878b-770e8597ac16");
  private static final UUID SOURCE_LINK = UUID.fromString("cc110556-a091-4d38-9fec-25ab9a351a6a");
  private static final UUID EMBEDDED = UUID.fromString("0e8a571b-6926-466e-b4ad-8ab04611f5fe");

  private static ImageSymbols symbols(Path dll) throws IOException {
    Image image = Image.open(dll);
    return ImageSymbols.of(image, PortablePdb.of(image));
  }

  /** A PDB whose only method has these sequence points, with Source Link and embedded sources. */
  private static Lines built(String sourceLink, byte[] embedded, byte[] points) {
    ImageBuilder pdb = new ImageBuilder();
    pdb.portablePdb(new PdbStreamContent(new UUID(1, 2), 5, 0, Map.of(Table.METHOD_DEF, 1)));
    for (String name : new String[] {"a.cs", "b.cs"}) {
      int path = pdb.blob(PdbBlobs.documentName(pdb, '/', "", "src", name));
      pdb.row(Table.DOCUMENT, path, pdb.guid(SHA_256), pdb.blob((byte) 0xab, (byte) 1), 0);
    }
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(points));
    pdb.row(
        Table.CUSTOM_DEBUG_INFORMATION,
        1 << 5 | 7,
        pdb.guid(SOURCE_LINK),
        pdb.blob(sourceLink.getBytes(StandardCharsets.UTF_8)));
    pdb.row(Table.CUSTOM_DEBUG_INFORMATION, 1 << 5 | 22, pdb.guid(EMBEDDED), pdb.blob(embedded));
    return new Lines(Image.of(Bytes.of("built.pdb", pdb.root())), method -> CODE_SIZE);
  }

  private static byte[] points(byte[]... points) {
    return PdbBlobs.joined(PdbBlobs.numbers(0, 1), PdbBlobs.joined(points));
  }

  private static final String MAP = "{\"documents\":{\"/src/*\":\"https://host/*\"}}";
  private static final Token METHOD = Token.of(MethodDef.TABLE, 1);

  @Test
  void place_ofHiddenIlAndOfAnotherDocument_isThatOfTheLastPointWithSource() {
    Lines lines =
        built(
            MAP,
            new byte[] {0, 0, 0, 0, 'x'},
            points(
                PdbBlobs.firstPoint(0, 0, 8, 10, 5),
                PdbBlobs.hiddenPoint(3),
                PdbBlobs.numbers(0, 2),
                PdbBlobs.point(4, 2, -4, -3, 60)));
    SourceDocument first = new SourceDocument("/src/a.cs", Optional.of("https://host/a.cs"));
    SourceDocument second = new SourceDocument("/src/b.cs", Optional.of("https://host/b.cs"));
    SourcePlace atFirst = new SourcePlace.Known(first, 10, 5, 10, 13, Precision.EXACT);
    assertEquals(
        Optional.of(new SourcePlace.Known(first, 10, 5, 10, 13, Precision.AT_OR_AFTER)),
        lines.at(METHOD, 0));
    assertEquals(Optional.of(atFirst), lines.at(METHOD, 2));
    assertEquals(Optional.of(atFirst), lines.at(METHOD, 6));
    assertEquals(
        Optional.of(new SourcePlace.Known(second, 7, 65, 9, 61, Precision.EXACT)),
        lines.at(METHOD, 7));
    assertEquals(lines.at(METHOD, 7), lines.at(METHOD, CODE_SIZE - 1));
  }

  /** The points are decoded once; then each place takes as many as in a method of usual length. */
  @Test
  void places_inAMethodOfManyPointsInManyDocuments_areFoundWithoutReadingItAgain() {
    long before = 0;
    for (int points : new int[] {1000, 2000, 4000}) {
      ImageBuilder pdb = manyDocuments(points);
      Lines lines = new Lines(Image.of(Bytes.of("built.pdb", pdb.root())), method -> 0);
      for (int i = 0; i < points; i++) {
        SourcePlace.Known place = lines.at(METHOD, i).flatMap(SourcePlace::known).orElseThrow();
        assertEquals("/src/" + (i + 1) + ".cs", place.document().path());
        assertEquals(10 + i, place.startLine());
      }
      assertTrue(lines.bytesRead() <= 8L * points, lines.bytesRead() + " bytes");
      assertTrue(lines.bytesRead() < 2.2 * before || before == 0);
      before = lines.bytesRead();
    }
  }

  /** Two methods in one slot, whose points are long but not very many. */
  @Test
  void places_inTwoMethodsThatTakeTurns_areFoundAnyNumberOfTimes() {
    ImageBuilder pdb = new ImageBuilder().heapSizes(7);
    int methods = 1025;
    pdb.portablePdb(new PdbStreamContent(new UUID(1, 2), 5, 0, Map.of(Table.METHOD_DEF, methods)));
    int path = pdb.blob(PdbBlobs.documentName(pdb, '/', "", "src", "a.cs"));
    pdb.row(Table.DOCUMENT, path, 0, 0, 0);
    byte[][] parts = new byte[200][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = i == 0 ? PdbBlobs.firstPoint(0, 0, 8, 10, 5) : PdbBlobs.point(1, 0, 8, 1, 0);
    }
    int blob = pdb.blob(points(parts));
    for (int rid = 1; rid <= methods; rid++) {
      pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, blob);
    }
    Lines lines = new Lines(Image.of(Bytes.of("built.pdb", pdb.root())), method -> 0);
    for (int i = 0; i < 10_000; i++) {
      Token method = Token.of(0x06, i % 2 == 0 ? 1 : methods);
      assertTrue(lines.at(method, i % 200).flatMap(SourcePlace::known).isPresent());
    }
    assertTrue(lines.bytesRead() < 4_000, lines.bytesRead() + " bytes");
  }

  /** One method; each of its points is in a document of its own. */
  static ImageBuilder manyDocuments(int points) {
    ImageBuilder pdb = new ImageBuilder().heapSizes(7);
    pdb.portablePdb(new PdbStreamContent(new UUID(1, 2), 5, 0, Map.of(Table.METHOD_DEF, 1)));
    byte[][] parts = new byte[points][];
    for (int i = 0; i < points; i++) {
      int path = pdb.blob(PdbBlobs.documentName(pdb, '/', "", "src", (i + 1) + ".cs"));
      pdb.row(Table.DOCUMENT, path, 0, 0, 0);
      parts[i] =
          i == 0
              ? PdbBlobs.firstPoint(0, 0, 8, 10, 5)
              : PdbBlobs.joined(PdbBlobs.numbers(0, i + 1), PdbBlobs.point(1, 0, 8, 1, 0));
    }
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(points(parts)));
    return pdb;
  }

  @Test
  void place_ofIlBehindTheCode_isNone() {
    Lines lines = built(MAP, new byte[4], points(PdbBlobs.firstPoint(0, 0, 8, 10, 5)));
    assertTrue(lines.hasOwn(METHOD, CODE_SIZE - 1));
    for (int offset : new int[] {CODE_SIZE, Integer.MAX_VALUE}) {
      String reason =
          "IL offset 0x%x is behind the 100 bytes of code of 0x06000001".formatted(offset);
      assertEquals(Optional.of(new SourcePlace.Unknown(reason)), lines.at(METHOD, offset));
      assertFalse(lines.hasOwn(METHOD, offset));
    }
  }

  /** As of IL that was stripped: its place cannot be refused. */
  @Test
  void place_ofIlOfAnUnknownSize_isThatOfTheLastPoint() {
    ImageBuilder pdb = new ImageBuilder();
    pdb.portablePdb(new PdbStreamContent(new UUID(1, 2), 5, 0, Map.of(Table.METHOD_DEF, 1)));
    int path = pdb.blob(PdbBlobs.documentName(pdb, '/', "", "src", "a.cs"));
    pdb.row(Table.DOCUMENT, path, pdb.guid(SHA_256), pdb.blob((byte) 1), 0);
    byte[] point = points(PdbBlobs.firstPoint(0, 0, 8, 10, 5));
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(point));
    Lines lines = new Lines(Image.of(Bytes.of("built.pdb", pdb.root())), method -> 0);
    assertTrue(lines.at(METHOD, Integer.MAX_VALUE).flatMap(SourcePlace::known).isPresent());
  }

  @Test
  void place_ofIlBeforeTheFirstSource_isNone() {
    Lines lines = built(MAP, new byte[4], points(PdbBlobs.hiddenPoint(0)));
    assertEquals(Optional.empty(), lines.at(METHOD, 0));
    assertEquals(Optional.empty(), lines.at(Token.of(MethodDef.TABLE, 2), 0));
  }

  @Test
  void place_ofOffsetZeroInHiddenIl_isTheFirstSource() {
    Lines lines =
        built(
            MAP,
            new byte[4],
            points(
                PdbBlobs.hiddenPoint(0),
                PdbBlobs.firstPoint(9, 0, 8, 10, 5),
                PdbBlobs.point(4, 0, 8, -3, 0)));
    SourceDocument file = new SourceDocument("/src/a.cs", Optional.of("https://host/a.cs"));
    assertEquals(
        Optional.of(new SourcePlace.Known(file, 10, 5, 10, 13, Precision.AT_OR_AFTER)),
        lines.at(METHOD, 0));
    assertFalse(lines.hasOwn(METHOD, 0));
    assertEquals(Optional.empty(), lines.at(METHOD, 1));
    assertEquals(Optional.empty(), lines.at(METHOD, 8));
    assertTrue(lines.hasOwn(METHOD, 9));
    assertEquals(10, lines.at(METHOD, 9).flatMap(SourcePlace::known).orElseThrow().startLine());
  }

  @Test
  void place_ofOffsetZeroBeforeTheFirstPoint_isTheFirstSource() {
    Lines lines = built(MAP, new byte[4], points(PdbBlobs.firstPoint(3, 0, 8, 10, 5)));
    assertEquals(10, lines.at(METHOD, 0).flatMap(SourcePlace::known).orElseThrow().startLine());
    assertEquals(Optional.empty(), lines.at(METHOD, 2));
  }

  @Test
  void sourceLink_thatIsDamaged_isNone() {
    Lines lines = built("{", new byte[4], points(PdbBlobs.firstPoint(0, 0, 8, 10, 5)));
    SourcePlace.Known place = (SourcePlace.Known) lines.at(METHOD, 1).orElseThrow();
    assertEquals(Optional.empty(), place.document().url());
  }

  @Test
  void sourceFile_hasHashAndSource() {
    Lines lines = built(MAP, new byte[] {0, 0, 0, 0, 'x', 'y'}, points(PdbBlobs.hiddenPoint(0)));
    SourceFile file = lines.file("/src/a.cs").orElseThrow();
    assertEquals(Optional.of(SHA_256), file.hashAlgorithm());
    assertEquals("ab01", file.hash());
    assertEquals("xy", file.embedded().map(each -> each.utf8(0, each.length())).orElseThrow());
    assertEquals(Optional.empty(), lines.file("/src/b.cs").orElseThrow().embedded());
    assertEquals(Optional.empty(), lines.file("/src/c.cs"));
  }

  @Test
  void sourceFile_ofARealCompiler_isTheFile() throws Exception {
    ImageSymbols symbols = symbols(TestAssembly.EMBEDDED.path());
    byte[] source = Files.readAllBytes(TestAssembly.EMBEDDED.path().resolveSibling("Program.cs"));
    SourceFile file = symbols.sourceFile("/Embedded/Program.cs").orElseThrow();
    Bytes embedded = file.embedded().orElseThrow();
    assertArrayEquals(source, embedded.copy(0, embedded.length()));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(source);
    assertEquals(HexFormat.of().formatHex(hash), file.hash());
    assertEquals(Optional.of(SHA_256), file.hashAlgorithm());
  }

  /** Also of more methods than are kept, and again. */
  @Test
  void source_ofEveryPoint_isThatOfTheReader() throws IOException {
    for (TestAssembly assembly : new TestAssembly[] {TestAssembly.WRITTEN, TestAssembly.TRACES}) {
      Image image = Image.open(assembly.path());
      Image pdb = PortablePdb.of(image).found().orElseThrow();
      ImageSymbols symbols = symbols(assembly.path());
      int compared = 0;
      for (int round = 0; round < 2; round++) {
        for (MethodDef method : image.methodDefs()) {
          SequencePoints points =
              SequencePoints.of(MethodDebugInformation.of(pdb, method.token()).orElseThrow());
          for (SequencePoint point : points.points()) {
            Optional<SequencePoint> expected = points.sourceOf(point.offset());
            SourcePlace found = symbols.source(method.token(), point.offset());
            if (point.offset() == 0 && point.isHidden()) {
              expected = points.firstSource();
            }
            assertEquals(
                expected.map(SequencePoint::startLine),
                found.known().map(SourcePlace.Known::startLine));
            compared++;
          }
        }
      }
      assertTrue(compared > 500, compared + " points");
    }
  }

  @Test
  void source_askedAgain_isNotDecodedAgain() throws IOException {
    ImageSymbols symbols = symbols(TestAssembly.TRACES.path());
    SourcePlace.Known first =
        assertInstanceOf(
            SourcePlace.Known.class, symbols.source(Token.of(MethodDef.TABLE, 0x0b), 1));
    SourcePlace.Known second =
        assertInstanceOf(
            SourcePlace.Known.class, symbols.source(Token.of(MethodDef.TABLE, 0x0b), 1));
    assertSame(first.document(), second.document());
  }

  @Test
  void source_withoutAPdb_hasTheReason() throws IOException {
    ImageSymbols symbols = symbols(TestAssembly.HELLO.path());
    SourcePlace.Unknown place =
        assertInstanceOf(SourcePlace.Unknown.class, symbols.source(METHOD, 0));
    assertTrue(place.reason().contains("PDB"), place.reason());
    assertEquals(Optional.empty(), symbols.sourceFile("/Hello/Hello.cs"));
  }
}
