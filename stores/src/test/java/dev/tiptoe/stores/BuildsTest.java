// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds that share one MVID, as a tool leaves them that rewrites modules. */
class BuildsTest {

  private static final UUID ORIGINAL = new UUID(1, 2);
  private static final UUID REWRITTEN = new UUID(3, 4);
  private static final Token RUN = new Token(0x06000001);

  @TempDir private Path home = Path.of("");

  private final Notes notes = new Notes();
  private Symbols symbols = Symbols.of();

  @BeforeEach
  void open() {
    symbols = Symbols.of(Store.builder().places(List.of(home)).listener(notes).build());
  }

  private void write(String path, byte[] content) throws IOException {
    Built.write(home.resolve(path), content);
  }

  /** The original's method is at line 10, the rewritten one's, which is longer, at line 20. */
  private void writeBoth() throws IOException {
    write("a/Shop.dll", Built.build("Shop", ORIGINAL, 8, 10));
    write("b/Shop.dll", Built.build("Shop", REWRITTEN, 12, 20));
  }

  private FrameAnswer.Known frame(int ilOffset) {
    return frame(symbols, ilOffset);
  }

  private static FrameAnswer.Known frame(Symbols symbols, int ilOffset) {
    return assertInstanceOf(
        FrameAnswer.Known.class, symbols.frame(Built.mvid("Shop"), RUN, ilOffset));
  }

  private static int line(FrameAnswer.Known frame) {
    return frame.source().known().map(SourcePlace.Known::startLine).orElse(0);
  }

  @Test
  void frame_inCodeOfBothBuilds_hasItsNameAndNoLineAndANote() throws IOException {
    writeBoth();
    assertEquals("Ns.Shop.Type.Run", frame(7).method().systemName());
    String text = "2 builds with the MVID " + Built.mvid("Shop") + " differ";
    assertEquals(new SourcePlace.Unknown(text + " in the lines of 0x06000001"), frame(7).source());
    assertEquals(
        List.of(
            text
                + ", and have no names and lines where they do: "
                + home.resolve("a/Shop.dll")
                + ", "
                + home.resolve("b/Shop.dll")),
        notes.texts);
  }

  @Test
  void frame_inCodeOfOneBuild_isOfThatBuild() throws IOException {
    writeBoth();
    assertEquals(20, line(frame(8)));
    assertEquals(List.of(), notes.texts);
  }

  @Test
  void frame_ofCopiesAndOfBuildsThatAgree_hasItsLine() throws IOException {
    write("a/Shop.dll", Built.build("Shop", ORIGINAL, 8, 10));
    write("b/Shop.dll", Built.build("Shop", ORIGINAL, 8, 10));
    write("c/Shop.dll", Built.build("Shop", REWRITTEN, 12, 10));
    assertEquals(10, line(frame(7)));
    assertEquals(List.of(), notes.texts);
    assertEquals(1, symbols.named("Shop.dll").size());
  }

  /** What a method is called differs too where rows were added or removed. */
  @Test
  void frame_ofBuildsWithOtherNames_isNotKnown() throws IOException {
    write("a/Shop.dll", Built.build("Shop", ORIGINAL, 8, 10));
    write("b/Shop.dll", Built.build("Shop", "Stop", REWRITTEN, 8, 10));
    FrameAnswer.Unknown frame =
        assertInstanceOf(FrameAnswer.Unknown.class, symbols.frame(Built.mvid("Shop"), RUN, 0));
    String reason = "2 builds with the MVID " + Built.mvid("Shop") + " differ in the names of ";
    assertEquals("Shop.dll: " + reason + RUN, frame.reason(), "without a place in the file");
    assertEquals(1, notes.texts.size());
    ModuleSymbols module = symbols.module(Built.mvid("Shop")).orElseThrow();
    MetadataFormatException differ =
        assertThrows(MetadataFormatException.class, () -> module.method(RUN));
    assertEquals(MetadataFormatException.Kind.BUILDS_DIFFER, differ.kind());
  }

  /** They differ in a signature, say; each is given by name, and one has its PDB beside it. */
  @Test
  void frame_ofCopiesOfWhichOneHasAPdb_hasItsLine() throws IOException {
    byte[] module = Built.buildAlone("Shop", ORIGINAL, 8);
    write("a/Shop.dll", module);
    write("b/Shop.dll", Arrays.copyOf(module, module.length + 512));
    write("b/Shop.pdb", Built.lines(ORIGINAL, 10));
    Path first = home.resolve("a/Shop.dll");
    Path second = home.resolve("b/Shop.dll");
    for (List<Path> places : List.of(List.of(first, second), List.of(second, first))) {
      Symbols given = Symbols.of(Store.builder().places(places).listener(notes).build());
      assertEquals(10, line(frame(given, 7)));
      assertEquals(10, given.named("Shop.dll").get(0).source(RUN, 7).known().get().startLine());
      assertEquals(1, given.named("Shop.dll").size());
    }
    assertEquals(List.of(), notes.texts);
  }

  /** In whatever order they are asked for, and whichever was open before. */
  @Test
  void named_withThePdb_isTheBuildThatNamesIt() throws IOException {
    writeBoth();
    for (int i = 0; i < 2; i++) {
      assertEquals(20, lineOf(REWRITTEN));
      assertEquals(10, lineOf(ORIGINAL));
    }
  }

  private int lineOf(UUID pdb) {
    List<ModuleSymbols> found = symbols.named("Shop.dll", pdb);
    assertEquals(1, found.size());
    return found.get(0).source(RUN, 0).known().orElseThrow().startLine();
  }

  /** Two load contexts of a program may each have a build. */
  @Test
  void images_withOneMvid_areBothUsed() {
    Symbols given =
        Symbols.of(
            Store.ofImages(
                List.of(
                    Image.of("one", Built.build("Shop", ORIGINAL, 8, 10)),
                    Image.of("one again", Built.build("Shop", ORIGINAL, 8, 10)),
                    Image.of("two", Built.build("Shop", REWRITTEN, 12, 20)))));
    assertEquals(0, line(frame(given, 7)));
    assertEquals(20, line(frame(given, 8)));
    assertEquals(
        20,
        given.named("Shop.dll", REWRITTEN).get(0).source(RUN, 0).known().orElseThrow().startLine());
  }
}
