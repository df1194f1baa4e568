// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.FrameRewriter.NameStyle;
import dev.tiptoe.symbols.text.LineFilter.Piece;
import dev.tiptoe.symbols.text.StackTexts;
import dev.tiptoe.testdata.TestAssembly;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a log: what is put in begins no line, and nothing else changes. */
@Tag("quarter-1")
class StackTextFuzzTest {

  private static final Symbols SYMBOLS =
      Symbols.of(
          new GivenModules(
              List.of(TestAssembly.TRACES.path(), TestAssembly.WRITTEN_FSHARP.path())));

  private static StackTexts texts(NameStyle style) {
    return new StackTexts(
        new FrameRewriter(
            SYMBOLS,
            new FrameRewriter.Options(style, true, true),
            FrameRewriter.Noise.NONE,
            text -> text,
            note -> {}),
        false);
  }

  private static final StackTexts CSHARP = texts(NameStyle.CSHARP);
  private static final StackTexts SYSTEM = texts(NameStyle.SYSTEM);

  static Stream<byte[]> seeds() {
    String name = "Tiptoe.Traces.Machines.AtOnce";
    return Stream.of(
            "   at " + name + "() in Traces.exe:token 0x6000026+0x24\n   at A.B()\n",
            "x |at Tiptoe.Traces.Parameters.Overloaded + 0x2db(Unknown Source)",
            "   at T.M[A] (P p) [0x0000c] in <0123456789abcdef0123456789abcdef#1>:0\r\n",
            "void [Traces] Tiptoe.Traces.Handlers::Fail(int32)[Tier0]\n",
            "{\"x\":\"   at Tiptoe.Traces.Closures.\\u003C\\u003Ec.\\u003CM\\u003Eb__0()\\n\"}",
            "   at Tiptoe.Written.Named.sells in bulk@14.Invoke(Int32 x)\n",
            "   bei System.Collections.Generic.List`1[T].Add(T item)+MoveNext() in F:Zeile 3\n")
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest
  void log_ofAnyBytes_keepsItsLines(byte[] bytes) {
    for (StackTexts texts : new StackTexts[] {CSHARP, SYSTEM}) {
      Piece piece = texts.rewrite(bytes.clone(), 0, 0, bytes.length);
      if (lines(piece.bytes(), piece.from(), piece.to()) != lines(bytes, 0, bytes.length)) {
        throw new IllegalStateException("another number of lines");
      }
      if (piece.to() - piece.from() < bytes.length / 4) {
        throw new IllegalStateException("much was left out");
      }
    }
  }

  private static int lines(byte[] bytes, int from, int to) {
    int lines = 0;
    for (int i = from; i < to; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }
}
