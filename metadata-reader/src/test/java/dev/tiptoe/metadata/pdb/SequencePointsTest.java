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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sequence points, record by record. */
class SequencePointsTest {

  private static final Token ONE = new Token(0x30000001);
  private static final Token TWO = new Token(0x30000002);

  /** A header that names no locals, of a method whose row names its document. */
  private static final byte[] PLAIN = numbers(0);

  private static MethodDebugInformation method(int document, byte... blob) {
    ImageBuilder builder = ImageBuilder.netmodule("a");
    builder.row(Table.METHOD_DEBUG_INFORMATION, document, builder.blob(blob));
    return new MethodDebugInformation(Given.image(builder), 1);
  }

  private static List<SequencePoint> points(byte[]... parts) {
    return SequencePoints.of(method(1, joined(parts))).points();
  }

  @Test
  void points_tellHowFarTheyAreFromTheOneBefore() {
    assertEquals(
        List.of(
            new SequencePoint(0, ONE, 10, 5, 10, 20),
            new SequencePoint(3, ONE, 12, 3, 14, 1),
            new SequencePoint(300, ONE, 9, 70, 9, 71)),
        points(
            PLAIN, firstPoint(0, 0, 15, 10, 5), point(3, 2, -2, 2, -2), point(297, 0, 1, -3, 67)));
  }

  @Test
  void locals_byTheirToken_areThoseOfTheRow() {
    byte[] blob = joined(numbers(0x11000004), firstPoint(0, 0, 15, 10, 5));
    SequencePoints points = SequencePoints.of(method(1, blob));
    assertEquals(new Token(0x11000004), points.localSignature());
    assertEquals(List.of(new SequencePoint(0, ONE, 10, 5, 10, 20)), points.points());
  }

  @Test
  void point_behindAHiddenOne_isAsFarFromTheOneBeforeThat() {
    List<SequencePoint> points =
        points(
            PLAIN,
            hiddenPoint(0),
            firstPoint(1, 0, 1, 8, 2),
            hiddenPoint(1),
            point(1, 0, 1, 1, -1));
    assertEquals(
        List.of("IL_0000 hidden", "IL_0001 8:2-8:3", "IL_0002 hidden", "IL_0003 9:1-9:2"),
        points.stream().map(SequencePoint::toString).toList());
    assertTrue(points.get(2).isHidden());
    assertEquals(
        new SequencePoint(2, ONE, SequencePoint.HIDDEN_LINE, 0, SequencePoint.HIDDEN_LINE, 0),
        points.get(2));
  }

  @Test
  void document_isTheRowsOrThatOfTheHeader_untilAnotherIsNamed() {
    byte[] body =
        joined(
            firstPoint(0, 0, 1, 1, 1), numbers(0, 2), point(1, 0, 1, 0, 1), point(1, 0, 1, 0, 1));
    List<SequencePoint> named = SequencePoints.of(method(1, joined(PLAIN, body))).points();
    assertEquals(List.of(ONE, TWO, TWO), named.stream().map(SequencePoint::document).toList());
    SequencePoints all = SequencePoints.of(method(0, joined(numbers(7, 1), body)));
    assertEquals(named, all.points());
    assertEquals(new Token(0x11000007), all.localSignature());
  }

  @Test
  void method_withoutABlob_hasNoPoints() {
    assertSame(SequencePoints.NONE, SequencePoints.of(method(0)));
    assertEquals(Optional.empty(), SequencePoints.NONE.at(0));
  }

  @Test
  void point_atAnOffset_isTheLastThatBeginsThereOrBefore() {
    SequencePoints points =
        SequencePoints.of(
            method(1, joined(PLAIN, firstPoint(2, 0, 1, 1, 1), point(5, 0, 1, 1, 0))));
    assertEquals(Optional.empty(), points.at(1));
    assertEquals(points.points().get(0), points.at(2).orElseThrow());
    assertEquals(points.points().get(0), points.at(6).orElseThrow());
    assertEquals(points.points().get(1), points.at(7).orElseThrow());
    assertEquals(points.points().get(1), points.at(Integer.MAX_VALUE).orElseThrow());
  }

  @Test
  void source_ofIlWithoutOne_isThatOfTheIlBefore() {
    SequencePoints points =
        SequencePoints.of(
            method(
                1,
                joined(
                    PLAIN,
                    hiddenPoint(0),
                    firstPoint(2, 0, 1, 1, 1),
                    hiddenPoint(5),
                    point(5, 0, 1, 1, 0))));
    assertEquals(Optional.empty(), points.sourceOf(1));
    assertEquals(points.points().get(1), points.sourceOf(2).orElseThrow());
    assertEquals(points.points().get(1), points.sourceOf(11).orElseThrow());
    assertEquals(points.points().get(3), points.sourceOf(12).orElseThrow());
    assertEquals(Optional.empty(), SequencePoints.NONE.sourceOf(0));
  }

  @Test
  void row_ofAMethod_isTheOneWithItsRid() {
    Image pdb = method(1).image();
    assertEquals(1, MethodDebugInformation.of(pdb, new Token(0x06000001)).orElseThrow().rid());
    assertEquals(Optional.empty(), MethodDebugInformation.of(pdb, new Token(0x06000002)));
    assertEquals(Optional.empty(), MethodDebugInformation.of(pdb, new Token(0x06000000)));
    assertEquals(Optional.empty(), MethodDebugInformation.of(pdb, new Token(0x0a000001)));
  }

  static List<byte[]> damaged() {
    byte[] first = firstPoint(0, 0, 1, 5, 5);
    return List.of(
        joined(PLAIN, first, point(1, 0, 1, -6, 0)),
        joined(PLAIN, first, point(1, 0, 1, 0, -6)),
        joined(PLAIN, firstPoint(0, 1, -6, 5, 5)),
        joined(PLAIN, firstPoint(0, 0, 0xffff, 1, 1)),
        joined(PLAIN, firstPoint(0, 0, 1, 1, 0x10000)),
        joined(PLAIN, firstPoint(0, 1, 1, 0xfeefed, 1)),
        joined(PLAIN, firstPoint(0, 0, 1, 0xfeefee, 1)),
        joined(numbers(0x01000000), first),
        joined(PLAIN, first, numbers(0, 0x01000000), hiddenPoint(1)),
        joined(
            PLAIN,
            hiddenPoint(0x1fffffff),
            hiddenPoint(0x1fffffff),
            hiddenPoint(0x1fffffff),
            hiddenPoint(0x1fffffff),
            hiddenPoint(0x1fffffff)));
  }

  @ParameterizedTest
  @MethodSource("damaged")
  void point_thatIsNowhere_isDamageOfItsMethod(byte[] blob) {
    MethodDebugInformation method = method(1, blob);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> SequencePoints.of(method));
    assertTrue(e.reason().startsWith("0x31000001: "), e.reason());
  }

  /** There is a whole number of points in what is left, or damage. */
  @Test
  void blob_cutAnywhere_isDamageUnlessARecordEndsThere() {
    byte[] blob = joined(PLAIN, firstPoint(0, 2, -1, 5, 5), hiddenPoint(1), point(1, 0, 1, 200, 0));
    List<SequencePoint> whole = SequencePoints.of(method(1, blob)).points();
    int readable = 0;
    for (int length = 1; length < blob.length; length++) {
      MethodDebugInformation cut = method(1, Arrays.copyOf(blob, length));
      try {
        List<SequencePoint> left = SequencePoints.of(cut).points();
        assertEquals(whole.subList(0, left.size()), left);
        readable++;
      } catch (MetadataFormatException e) {
        assertTrue(e.reason().startsWith("0x31000001: "), e.reason());
      }
    }
    assertEquals(3, readable);
  }

  @Test
  void points_ofMoreThanAnyMethodHas_areRefused() {
    byte[] next = hiddenPoint(1);
    byte[] all = new byte[1 + next.length * ((1 << 17) + 1)];
    for (int at = 1; at < all.length; at += next.length) {
      System.arraycopy(next, 0, all, at, next.length);
    }
    byte[] most = Arrays.copyOf(all, all.length - next.length);
    assertEquals(1 << 17, SequencePoints.of(method(1, most)).points().size());
    MethodDebugInformation tooMany = method(1, all);
    assertThrows(MetadataFormatException.class, () -> SequencePoints.of(tooMany));
  }
}
