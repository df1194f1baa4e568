// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDebugInformation;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.pdb.SequencePoint;
import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SymbolIndexTest {

  static Stream<Path> assemblies() {
    Path written = TestAssembly.WRITTEN.path();
    return Stream.concat(
        Stream.of(TestAssembly.values()).map(TestAssembly::path),
        Stream.of(written.resolveSibling("Written.Debug.dll")));
  }

  static SymbolIndex indexOf(Image image) {
    byte[] content = new IndexBuilder(image, PortablePdb.of(image)).build(mvid(image), 0);
    return SymbolIndex.of("Index", content);
  }

  private static UUID mvid(Image image) {
    return image.mvid().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("assemblies")
  void index_ofATestAssembly_answersAsTheAssembly(Path file) throws IOException {
    Image image = Image.open(file);
    PortablePdb pdb = PortablePdb.of(image);
    SymbolIndex index = indexOf(image);
    Equality compared = new Equality(image, pdb, index).all().lines(1);
    assertEquals(pdb.found().isPresent(), index.withoutPdb().isEmpty());
    assertEquals(pdb.found().isPresent(), compared.places > 0);
  }

  @ParameterizedTest
  @MethodSource("assemblies")
  void points_ofEachMethod_areThoseOfThePdb(Path file) throws IOException {
    Image image = Image.open(file);
    SymbolIndex index = indexOf(image);
    for (MethodDef method : image.methodDefs()) {
      List<SequencePoint> expected =
          PortablePdb.of(image)
              .found()
              .flatMap(pdb -> MethodDebugInformation.of(pdb, method.token()))
              .map(information -> SequencePoints.of(information).points())
              .orElse(List.of());
      List<String> found = new ArrayList<>();
      index.forEachPoint(
          method.rid(),
          (il, isHidden, document, line, column, endLine, endColumn) ->
              found.add(
                  isHidden
                      ? il + " hidden"
                      : il + " " + document + " " + line + ":" + column + "-" + endLine + ":"
                          + endColumn));
      assertEquals(expected.stream().map(SymbolIndexTest::text).toList(), found);
    }
  }

  private static String text(SequencePoint point) {
    return point.isHidden()
        ? point.offset() + " hidden"
        : point.offset()
            + " "
            + (point.document().rid() - 1)
            + " "
            + point.startLine()
            + ":"
            + point.startColumn()
            + "-"
            + point.endLine()
            + ":"
            + point.endColumn();
  }

  /** Methods of more points than these take less for each. */
  @ParameterizedTest
  @CsvSource({"Written.Debug.dll, 4.0", "Written.dll, 4.25"})
  void points_ofMethodsOfAFewEach_takeAboutFourBytesEach(String file, double most)
      throws IOException {
    SymbolIndex index = indexOf(Image.open(TestAssembly.WRITTEN.path().resolveSibling(file)));
    int bytes = index.header().section(Section.Id.POINTS).length();
    assertTrue(bytes <= most * index.pointCount(), bytes + " of " + index.pointCount());
  }

  @Test
  void token_ofNoMethod_isRefused() throws IOException {
    SymbolIndex index = indexOf(Image.open(TestAssembly.WRITTEN.path()));
    assertThrows(IllegalArgumentException.class, () -> index.method(new Token(0x02000001)));
    assertThrows(MetadataFormatException.class, () -> index.method(new Token(0x06ffffff)));
    assertThrows(MetadataFormatException.class, () -> index.method(new Token(0x06000000)));
    assertInstanceOf(SourcePlace.Unknown.class, index.source(new Token(0x06ffffff), 0));
    assertEquals(0, index.place(-1, 0));
    assertEquals(0, index.place(1 << 24, 0));
  }
}
