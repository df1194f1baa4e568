// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static dev.tiptoe.testdata.image.PdbBlobs.firstPoint;
import static dev.tiptoe.testdata.image.PdbBlobs.hiddenPoint;
import static dev.tiptoe.testdata.image.PdbBlobs.joined;
import static dev.tiptoe.testdata.image.PdbBlobs.numbers;
import static dev.tiptoe.testdata.image.PdbBlobs.point;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Searches in the points of short and of long methods. */
class PointSearchTest {

  private static final int LONGEST = 1 << 17;

  private static Image pdb(int methods, byte[] blob) {
    ImageBuilder builder = ImageBuilder.netmodule("a");
    int shared = builder.blob(blob);
    for (int i = 0; i < methods; i++) {
      builder.row(Table.METHOD_DEBUG_INFORMATION, 1, shared);
    }
    return Given.image(builder.heapSizes(7));
  }

  /** Points of all kinds: each begins at another offset, some have documents of their own. */
  private static byte[] points(SplittableRandom random, int count, double hidden) {
    List<byte[]> parts = new ArrayList<>(List.of(numbers(0)));
    boolean first = true;
    for (int i = 0; i < count; i++) {
      int distance = i == 0 ? random.nextInt(2) : random.nextInt(1, 4);
      if (i > 0 && random.nextInt(3) == 0) {
        parts.add(numbers(0, random.nextInt(1, 5)));
      }
      if (random.nextDouble() < hidden) {
        parts.add(hiddenPoint(distance));
      } else if (first) {
        parts.add(firstPoint(distance, 0, 4, 100_000, 9));
        first = false;
      } else {
        parts.add(point(distance, 0, 1 + random.nextInt(9), random.nextInt(-3, 4), 0));
      }
    }
    return joined(parts.toArray(byte[][]::new));
  }

  @Test
  void search_atAnyOffset_findsWhatTheListDoes() {
    SplittableRandom random = new SplittableRandom(7);
    for (int count : new int[] {1, 2, 255, 256, 257, 511, 512, 513, 1500}) {
      for (double hidden : new double[] {0, 0.3, 0.995, 1}) {
        Image pdb = pdb(1, points(random, count, hidden));
        MethodDebugInformation method = new MethodDebugInformation(pdb, 1);
        SequencePoints points = SequencePoints.of(method);
        PointSearch search = PointSearch.of(method);
        assertEquals(count > PointSearch.STRIDE, search.isLong());
        assertTrue(search.size() <= PointSearch.STRIDE);
        for (int offset = 0; offset <= 4 * count + 4; offset++) {
          assertEquals(points.sourceOf(offset), search.sourceOf(offset));
          assertEquals(points.sourceFor(offset), search.sourceFor(offset));
        }
        assertEquals(points.sourceOf(Integer.MAX_VALUE), search.sourceOf(Integer.MAX_VALUE));
      }
    }
  }

  @Test
  void search_inNoPoints_findsNone() {
    assertSame(
        PointSearch.NONE, PointSearch.of(new MethodDebugInformation(pdb(1, new byte[0]), 1)));
    assertTrue(PointSearch.NONE.isEmpty());
    assertTrue(PointSearch.NONE.sourceFor(0).isEmpty());
  }

  @Test
  void longMethod_keepsFewOfItsPoints() {
    byte[] blob = points(new SplittableRandom(1), LONGEST, 0);
    PointSearch search = PointSearch.of(new MethodDebugInformation(pdb(1, blob), 1));
    assertEquals(LONGEST / PointSearch.STRIDE, search.size());
    byte[] longer = points(new SplittableRandom(1), LONGEST + 1, 0);
    MethodDebugInformation tooLong = new MethodDebugInformation(pdb(1, longer), 1);
    assertThrows(MetadataFormatException.class, () -> PointSearch.of(tooLong));
  }

  /** Rows of a few bytes, each of which has the same million bytes of points. */
  @Test
  void methods_thatShareLongPoints_areReadAsFarAsTheyMayBe() {
    byte[] blob = points(new SplittableRandom(1), 10_000, 0);
    for (int methods : new int[] {1000, 10_000}) {
      Image pdb = pdb(methods, blob);
      PdbPoints points = new PdbPoints(pdb);
      int read = 0;
      String reason = "";
      for (int rid = 1; rid <= methods; rid++) {
        try {
          read += points.search(Token.of(6, rid)).isLong() ? 1 : 0;
        } catch (MetadataFormatException e) {
          reason = e.reason();
        }
      }
      assertTrue(points.bytesRead() <= 4L * pdb.bytes().length(), points.bytesRead() + " bytes");
      assertEquals(4 * pdb.bytes().length() / blob.length, read);
      assertTrue(reason.contains("sequence points behind too many long ones"), reason);
    }
  }
}
