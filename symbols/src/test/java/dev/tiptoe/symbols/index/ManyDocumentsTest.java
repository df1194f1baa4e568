// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A method whose points are in documents of their own. */
class ManyDocumentsTest {

  private static final UUID SOURCE_LINK = UUID.fromString("cc110556-a091-4d38-9fec-25ab9a351a6a");
  private static final UUID MVID = new UUID(1, 2);
  private static final Token METHOD = Token.of(MethodDef.TABLE, 1);

  private static Image module() throws IOException {
    ImageBuilder module = ImageBuilder.assembly("A", "1.0.0.0");
    module.typeDef("N", "T");
    module.method("M", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    return Image.of(Bytes.of("A.dll", module.build().bytes()));
  }

  private static Image pdb(int points, String folder) {
    ImageBuilder pdb = new ImageBuilder().heapSizes(7);
    pdb.portablePdb(new PdbStreamContent(MVID, 5, 0, Map.of(Table.METHOD_DEF, 1)));
    byte[][] parts = new byte[points + 1][];
    parts[0] = PdbBlobs.numbers(0, 1);
    int root = pdb.blob();
    int shared = pdb.blob(folder.getBytes(StandardCharsets.UTF_8));
    StringBuilder map = new StringBuilder("{\"documents\":{\"/*\":\"https://host/*\"");
    for (int i = 0; i < points; i++) {
      String file = i + ".cs";
      int name = pdb.blob(file.getBytes(StandardCharsets.UTF_8));
      int path = pdb.blob(PdbBlobs.joined(new byte[] {'/'}, PdbBlobs.numbers(root, shared, name)));
      pdb.row(Table.DOCUMENT, path, 0, 0, 0);
      parts[i + 1] =
          i == 0
              ? PdbBlobs.firstPoint(0, 0, 8, 10, 5)
              : PdbBlobs.joined(PdbBlobs.numbers(0, i + 1), PdbBlobs.point(1, 0, 8, 1, 0));
      if (i % 2 == 0 && folder.length() < 10) {
        map.append(",\"/")
            .append(folder)
            .append('/')
            .append(file)
            .append("\":\"https://")
            .append(i)
            .append('"');
      }
    }
    pdb.row(Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(PdbBlobs.joined(parts)));
    pdb.row(
        Table.CUSTOM_DEBUG_INFORMATION,
        1 << 5 | 7,
        pdb.guid(SOURCE_LINK),
        pdb.blob(map.append("}}").toString().getBytes(StandardCharsets.UTF_8)));
    return Image.of(Bytes.of("A.pdb", pdb.root()));
  }

  private static SymbolIndex index(Image module, Image pdb) {
    byte[] content = new IndexBuilder(module, new PortablePdb.Found(pdb)).build(MVID, 0);
    return SymbolIndex.of("A.index", content);
  }

  @Test
  void index_ofAMethodInManyDocuments_hasTheLinesAndUrlsThatTheReaderHas() throws IOException {
    int points = 1500;
    Image pdb = pdb(points, "src");
    Image module = module();
    SymbolIndex index = index(module, pdb);
    ImageSymbols symbols = ImageSymbols.of(module, new PortablePdb.Found(pdb));
    for (int i = 0; i < points; i++) {
      SourcePlace.Known place = index.source(METHOD, i).known().orElseThrow();
      assertEquals(symbols.source(METHOD, i), place);
      assertEquals("/src/" + i + ".cs", place.document().path());
      assertEquals(
          Optional.of(i % 2 == 0 ? "https://" + i : "https://host/src/" + i + ".cs"),
          place.document().url());
    }
  }

  /** Points of all kinds, one method after the other: short ones and long ones. */
  private static Image pdbOfAnyPoints(SplittableRandom random, int points, double hidden) {
    ImageBuilder pdb = new ImageBuilder().heapSizes(7);
    pdb.portablePdb(new PdbStreamContent(MVID, 5, 0, Map.of(Table.METHOD_DEF, 1)));
    for (int i = 0; i < 4; i++) {
      pdb.row(Table.DOCUMENT, pdb.blob(PdbBlobs.documentName(pdb, '/', "", i + ".cs")), 0, 0, 0);
    }
    List<byte[]> parts = new ArrayList<>(List.of(PdbBlobs.numbers(0, 1)));
    boolean isFirst = true;
    for (int i = 0; i < points; i++) {
      int distance = i == 0 ? random.nextInt(3) : random.nextInt(1, 40);
      int lines = random.nextInt(3) / 2;
      if (i > 0 && random.nextInt(50) == 0) {
        parts.add(PdbBlobs.numbers(0, random.nextInt(1, 5)));
      }
      if (random.nextDouble() < hidden) {
        parts.add(PdbBlobs.hiddenPoint(distance));
      } else if (isFirst) {
        parts.add(PdbBlobs.firstPoint(distance, lines, 3, 50_000, 9));
        isFirst = false;
      } else {
        parts.add(PdbBlobs.point(distance, lines, 3 + lines, random.nextInt(-3, 5), 0));
      }
    }
    pdb.row(
        Table.METHOD_DEBUG_INFORMATION, 0, pdb.blob(PdbBlobs.joined(parts.toArray(byte[][]::new))));
    return Image.of(Bytes.of("A.pdb", pdb.root()));
  }

  @Test
  void index_ofALongMethod_findsWhatTheReaderDoes_amongFewPoints() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Image module = module();
    for (int points : new int[] {1, 256, 257, 700, 3000}) {
      for (double hidden : new double[] {0, 0.3, 0.998, 1}) {
        Image pdb = pdbOfAnyPoints(random, points, hidden);
        SymbolIndex index = index(module, pdb);
        ImageSymbols symbols = ImageSymbols.of(module, new PortablePdb.Found(pdb));
        for (int i = 0; i < 1000; i++) {
          int offset = i < 100 ? i : random.nextInt(points * 25 + 50);
          assertEquals(
              symbols.source(METHOD, offset).known(), index.source(METHOD, offset).known());
          assertEquals(
              symbols.hasRuntimeLine(METHOD, offset), index.hasRuntimeLine(METHOD, offset));
          int[] passed = {0};
          index
              .points()
              .forEachNear(1, offset, (il, isHidden, in, line, column, l, c) -> passed[0]++);
          assertTrue(passed[0] <= 3 * PointTable.STRIDE, () -> passed[0] + " of " + points);
        }
      }
    }
  }

  /** A few bytes of each document refer to the same long part of their paths. */
  @Test
  void index_ofManyLongPaths_hasAsManyAsItMay() throws IOException {
    for (int points : new int[] {200, 400}) {
      SymbolIndex index = index(module(), pdb(points, "x".repeat(30_000)));
      int known = 0;
      String reason = "";
      for (int i = 0; i < points; i++) {
        SourcePlace place = index.source(METHOD, i);
        known += place.known().isPresent() ? 1 : 0;
        reason = place instanceof SourcePlace.Unknown unknown ? unknown.reason() : reason;
      }
      // A mebibyte, and sixteen times the 40 KiB of the PDB; each has its URL, too.
      assertTrue(known >= 15 && known <= 35, known + " of " + points);
      assertEquals("a source file behind too many long paths", reason);
    }
  }
}
