// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PdbBlobs;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import dev.tiptoe.testdata.image.SignatureBlobs;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One build of IL, compiled for two processors. */
class AgreedSymbolsTest {

  private static final UUID MVID = new UUID(5, 6);
  private static final Token FIRST = new Token(0x06000001);
  private static final int LINE = 10;

  private static final Image IL =
      Image.of("il/Shop.dll", new PeBuilder().module(module("First")).build());

  /** The code of the first method is at the first address, that of the next one behind it. */
  private static final Image X64 = compiled(Processor.AMD64_LINUX, 1, 2);

  private static final Image ARM64 = compiled(Processor.ARM64, 2);

  private final List<String> notes = new ArrayList<>();

  private static ImageBuilder module(String firstMethod) {
    ImageBuilder image = ImageBuilder.assembly("Shop", "1.0.0.0").mvid(MVID);
    image.typeDef("Ns", "Type");
    for (String name : List.of(firstMethod, "Next")) {
      image.method(name, SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    }
    return image;
  }

  private static Image compiled(Processor processor, int... rids) {
    ReadyToRunBuilder code = new ReadyToRunBuilder(processor);
    for (int rid : rids) {
      code.method(rid, code.function(16));
    }
    return Image.of(processor + "/Shop.dll", code.build(module("First")).bytes());
  }

  private static PortablePdb pdb() {
    ImageBuilder lines = new ImageBuilder();
    lines.portablePdb(new PdbStreamContent(MVID, 1, 0, Map.of(Table.METHOD_DEF, 2)));
    int path = lines.blob(PdbBlobs.documentName(lines, '/', "", "src", "a.cs"));
    lines.row(Table.DOCUMENT, path, 0, 0, 0);
    byte[] point = PdbBlobs.joined(PdbBlobs.numbers(0, 1), PdbBlobs.firstPoint(0, 0, 8, LINE, 5));
    lines.row(Table.METHOD_DEBUG_INFORMATION, 0, lines.blob(point));
    lines.row(Table.METHOD_DEBUG_INFORMATION, 0, 0);
    return new PortablePdb.Found(Image.of("Shop.pdb", lines.root()));
  }

  private static Build build(Image image) {
    return Build.of(image).orElseThrow();
  }

  /** Symbols of builds, of which only the last one's PDB was found. */
  private ModuleSymbols agreed(Image... images) {
    Map<Build, ModuleSymbols> builds = new LinkedHashMap<>();
    for (int i = 0; i < images.length; i++) {
      PortablePdb pdb = i == images.length - 1 ? pdb() : new PortablePdb.Missing("none");
      builds.put(build(images[i]), ImageSymbols.of(images[i], pdb));
    }
    return AgreedSymbols.of(builds, notes::add);
  }

  @Test
  void build_withCode_isAnotherForEachProcessor_andTheSameInIl() {
    assertEquals(build(IL).il(), build(X64).il());
    assertEquals(build(IL).il(), build(ARM64).il());
    assertEquals(0, build(IL).code());
    assertNotEquals(build(IL), build(X64));
    assertNotEquals(build(X64), build(ARM64));
    assertEquals(build(X64), build(compiled(Processor.AMD64_LINUX, 1, 2)));
  }

  /** As a tool leaves it that renames methods and removes the name of the PDB. */
  @Test
  void build_withOtherNames_isAnother() {
    Image renamed = Image.of("Shop.dll", new PeBuilder().module(module("a")).build());
    assertNotEquals(build(IL).il(), build(renamed).il());
  }

  @Test
  void lines_ofOneBuildOfIl_areThoseOfThePdbThatWasFound() {
    for (ModuleSymbols agreed : List.of(agreed(IL, X64), agreed(X64, ARM64), agreed(ARM64, X64))) {
      assertEquals(LINE, agreed.source(FIRST, 0).known().orElseThrow().startLine());
      assertEquals("Shop.pdb", agreed.sourceOrigin());
    }
    assertEquals(List.of(), notes);
  }

  @Test
  void nativeCode_ofTwoProcessors_isOfNeither_whereBothHaveSome() {
    int rva = ReadyToRunBuilder.CODE;
    NativePlace first = new NativePlace.Known(FIRST, OptionalInt.empty());
    assertEquals(first, agreed(IL, X64).nativeCode(rva));
    assertEquals(List.of(), notes);
    assertInstanceOf(NativePlace.Unknown.class, agreed(X64, ARM64).nativeCode(rva));
    assertEquals(1, notes.size());
  }
}
