// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.Body;
import dev.tiptoe.metadata.body.MethodBody;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.metadata.r2r.CodeRange;
import dev.tiptoe.metadata.r2r.DebugBounds;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.SourcePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares all answers of an index with those of the module that it was made from. */
final class Equality {

  private final Image image;
  private final ImageSymbols expected;
  private final SymbolIndex index;

  /** How much was compared. */
  int methods;

  int places;
  int codes;

  Equality(Image image, PortablePdb pdb, SymbolIndex index) {
    this.image = image;
    this.expected = ImageSymbols.of(image, pdb);
    this.index = index;
  }

  Equality all() {
    assertEquals(expected.name(), index.name());
    assertEquals(expected.mvid(), index.mvid());
    assertEquals(expected.methodCount(), index.methodCount());
    names();
    code();
    return this;
  }

  private void names() {
    Map<String, List<Integer>> named = new HashMap<>();
    for (MethodDef method : image.methodDefs()) {
      Token token = method.token();
      try {
        MethodSymbol symbol = expected.method(token);
        assertEquals(symbol, index.method(token), image.file());
        assertEquals(symbol.shown(), index.shownName(token.rid()));
        named
            .computeIfAbsent(symbol.type() + '\n' + symbol.name(), any -> new ArrayList<>())
            .add(token.rid());
      } catch (MetadataFormatException e) {
        assertThrows(MetadataFormatException.class, () -> index.method(token));
      }
      methods++;
    }
    named.forEach(this::named);
    named("No.Such\nThing", List.of());
    named("No.Such\n.ctor", List.of());
  }

  private void named(String typeAndName, List<Integer> rids) {
    int end = typeAndName.indexOf('\n');
    String type = typeAndName.substring(0, end);
    String name = typeAndName.substring(end + 1);
    List<Integer> found = index.methodsNamed(type, name).boxed().toList();
    assertEquals(rids, found, () -> image + " " + typeAndName);
    List<Integer> ofImage = expected.methodsNamed(type, name).boxed().toList();
    // A name with characters that reflection escapes is not found in an image.
    assertTrue(ofImage.equals(found) || (ofImage.isEmpty() && type.contains(",")));
    assertEquals(!rids.isEmpty(), index.declares(type));
  }

  /** Compares the sources of all offsets up to the end of each method's IL. */
  Equality lines(int step) {
    for (MethodDef method : image.methodDefs()) {
      int size = size(method) + 2;
      for (int offset = 0; offset < size; offset += step) {
        place(method.token(), offset);
      }
      place(method.token(), Integer.MAX_VALUE);
    }
    return this;
  }

  private static int size(MethodDef method) {
    return Body.of(method) instanceof MethodBody body ? body.code().length() : 0;
  }

  private void place(Token method, int offset) {
    SourcePlace is = expected.source(method, offset);
    SourcePlace found = index.source(method, offset);
    long place = index.place(method.rid(), offset);
    assertEquals(expected.hasRuntimeLine(method, offset), index.hasRuntimeLine(method, offset));
    if (is instanceof SourcePlace.Known known) {
      assertEquals(known, found, () -> image + " " + method + " " + offset);
      assertEquals(known.startLine(), SymbolIndex.line(place));
      assertEquals(known.startColumn(), SymbolIndex.column(place));
      assertEquals(known.document().path(), index.documentPath(SymbolIndex.document(place)));
      places++;
    } else {
      assertInstanceOf(SourcePlace.Unknown.class, found);
      assertEquals(0, place);
    }
  }

  /** Compares the places around each bound, and around all code. */
  private void code() {
    ReadyToRun.of(image)
        .ifPresent(
            code -> {
              for (EntryPoint method : code.methods()) {
                DebugBounds bounds = code.bounds(method);
                int begin = code.code(method).get(0).begin();
                for (CodeRange range : code.code(method)) {
                  code(range.begin() - 1);
                  code(range.end() - 1);
                }
                for (int i = 0; i < bounds.count(); i++) {
                  code(begin + bounds.nativeOffset(i) - (i & 1));
                }
              }
            });
    for (int rva : new int[] {0, 1, -1, 0x1000, 0x7fffffff, 0x80000000}) {
      code(rva);
    }
  }

  private void code(int rva) {
    NativePlace is = expected.nativeCode(rva);
    NativePlace found = index.nativeCode(rva);
    if (is instanceof NativePlace.Known) {
      assertEquals(is, found, () -> image + " 0x" + Integer.toHexString(rva));
      codes++;
    } else {
      assertInstanceOf(NativePlace.Unknown.class, found);
    }
  }
}
