// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SymbolSource;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.text.FrameRewriter.NameStyle;
import dev.tiptoe.symbols.text.FrameRewriter.Noise;
import dev.tiptoe.symbols.text.FrameRewriter.Options;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The frames are those of testdata/assemblies/Traces. */
class StackTextsTest {

  private static final Noise NOISE =
      (type, method) -> type.equals("Tiptoe.Traces.Handlers") && method.equals("Fail");

  private static final Symbols SYMBOLS = Symbols.of(new Traces(1));
  private static final UUID MVID = new Traces(1).named("Traces.dll").get(0).mvid().orElseThrow();

  /** The program, as often as wanted. */
  private static final class Traces implements SymbolSource {

    private final List<ModuleSymbols> modules = new ArrayList<>();
    private final Image image;

    Traces(int count) {
      try {
        image = Image.open(TestAssembly.TRACES.path());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      for (int i = 0; i < count; i++) {
        modules.add(ImageSymbols.of(image, PortablePdb.of(image)));
      }
    }

    @Override
    public Optional<ModuleSymbols> find(UUID mvid) {
      return modules.stream().filter(each -> each.mvid().equals(Optional.of(mvid))).findFirst();
    }

    @Override
    public List<ModuleSymbols> named(String fileName) {
      return fileName.equalsIgnoreCase("Traces.dll") ? modules : List.of();
    }

    @Override
    public List<ModuleSymbols> declaring(String type) {
      return image.findType(type).isPresent() ? modules : List.of();
    }
  }

  /** A source that counts the questions; it has nothing. */
  private static final class Counting implements SymbolSource {

    private int types;
    private int quick;

    @Override
    public Optional<ModuleSymbols> find(UUID mvid) {
      return Optional.empty();
    }

    @Override
    public List<ModuleSymbols> named(String fileName) {
      return List.of();
    }

    @Override
    public List<ModuleSymbols> declaring(String type) {
      types++;
      return List.of();
    }

    @Override
    public boolean mayDeclare(String type) {
      quick++;
      return false;
    }
  }

  /** With as many questions as there are ways to part the name, a log of them took minutes. */
  @Test
  void frame_ofAnUnknownTypeInManyNamespaces_isLookedForOnceForEach() {
    Counting counting = new Counting();
    String text = "   at A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.<Buy>d__3.MoveNext()\n";
    assertEquals(text, rewritten(texts(Symbols.of(counting), WRITTEN, Noise.NONE), text));
    assertEquals(0, counting.types);
    assertEquals(17, counting.quick);
  }

  private static StackTexts texts(Symbols symbols, Options options, Noise noise) {
    return new StackTexts(
        new FrameRewriter(symbols, options, noise, text -> text, note -> {}), noise != Noise.NONE);
  }

  private static final Options WRITTEN = new Options(NameStyle.WRITTEN, false, false);
  private static final StackTexts PLAIN = texts(SYMBOLS, WRITTEN, Noise.NONE);

  private static String rewritten(StackTexts texts, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    LineFilter.Piece piece = texts.rewrite(bytes, 0, 0, bytes.length);
    return new String(
        piece.bytes(), piece.from(), piece.to() - piece.from(), StandardCharsets.UTF_8);
  }

  private static final String FAIL = "Tiptoe.Traces.Handlers.Fail(Int32 number)";
  private static final String LOCAL =
      "Tiptoe.Traces.Closures.<Local>g__Fail|2_0(Int32 count, <>c__DisplayClass2_0&)";

  /** Text; what stands for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        // .NET 6 and later.
        "   at "
            + FAIL
            + " in Traces.exe:token 0x6000031+0x16;"
            + "   at "
            + FAIL
            + " in /Traces/Constructs.cs:line LINE",
        "2026-11-23 12:00 ERR at "
            + FAIL
            + " in Traces.dll: token 0x06000031+0x16 #7;"
            + "2026-11-23 12:00 ERR at "
            + FAIL
            + " in /Traces/Constructs.cs:line LINE #7",
        "|at "
            + FAIL
            + " in TRACES.DLL:token 0x6000031+0x0<---;"
            + "|at "
            + FAIL
            + " in /Traces/Constructs.cs:line LINE or later<---",
        // A renamed file: the type and the token are enough.
        "at "
            + FAIL
            + " in Other.dll:token 0x6000031+0x16;"
            + "at "
            + FAIL
            + " in /Traces/Constructs.cs:line LINE",
        // In JSON.
        "{\"e\":\"x\\r\\n   at "
            + FAIL
            + " in Traces.exe:token 0x6000031+0x16\\r\\n y\"};"
            + "{\"e\":\"x\\r\\n   at "
            + FAIL
            + " in /Traces/Constructs.cs:line LINE\\r\\n y\"}",
        "{\"e\":\"   at Tiptoe.Traces.Closures.\\u003CLocal\\u003Eg__Fail|2_0(Int32 count,"
            + " \\u003C\\u003Ec__DisplayClass2_0\\u0026) in Traces.exe:token 0x600001d\\u002B0x1d\"};"
            + "{\"e\":\"   at Closures.Local(int) → local function Fail in"
            + " /Traces/Constructs.cs:line 90\"}",
        // Mono.
        "  at Tiptoe.Traces.Handlers.Fail (System.Int32 number) [0x00016] in <MVID>:0 ;"
            + "  at Tiptoe.Traces.Handlers.Fail (System.Int32 number) [0x00016] in"
            + " /Traces/Constructs.cs:line LINE ",
        "  at Tiptoe.Traces.Cart`1[T].Add (T item, System.Int32 place) [0x00001] in <MVID>:0 ;"
            + "  at Tiptoe.Traces.Cart`1[T].Add (T item, System.Int32 place) [0x00001] in"
            + " /Traces/Program.cs:line 111 ",
        "  at Tiptoe.Traces.Parameters.Overloaded (System.String text) [0x00005] in <MVID>:0 ;"
            + "  at Tiptoe.Traces.Parameters.Overloaded (System.String text) [0x00005] in"
            + " /Traces/Constructs.cs:line 58 ",
        // Android.
        "   at Tiptoe.Traces.Handlers.Fail + 0x16(Unknown Source);"
            + "   at Tiptoe.Traces.Handlers.Fail in /Traces/Constructs.cs:line LINE",
        "   at Tiptoe.Traces.Closures.<>c__DisplayClass0_0.<Lambda>b__0 + 0x2(Unknown Source);"
            + "   at Closures.Lambda(int) → lambda in /Traces/Constructs.cs:line 69",
        "   at Tiptoe.Traces.Parameters.Overloaded + 0x5(Unknown Source);"
            + "   at Tiptoe.Traces.Parameters.Overloaded + 0x5(Unknown Source)"
            + " [one of 3 overloads]",
        // Without a position.
        "   at " + LOCAL + ";   at Closures.Local(int) → local function Fail",
        "   at Tiptoe.Traces.Machines.Numbers(Int32 count)+MoveNext();"
            + "   at Machines.Numbers(int) (iterator)",
        "   at Tiptoe.Traces.Machines.<Innermost>d__6.MoveNext();"
            + "   at Machines.Innermost(string, int) (async)",
        "   bei " + LOCAL + ";   bei Closures.Local(int) → local function Fail",
        "   場所 " + LOCAL + ";   場所 Closures.Local(int) → local function Fail",
        // Perf maps.
        "7f00 1a void [Traces] Tiptoe.Traces.Closures::<Local>g__Fail|2_0(int32)[OptimizedTier1];"
            + "7f00 1a void [Traces] Closures.Local(int) → local function Fail[OptimizedTier1]",
        "bool [Traces] Tiptoe.Traces.Machines+<Innermost>d__6::MoveNext()[Tier0];"
            + "bool [Traces] Machines.Innermost(string, int) (async)[Tier0]",
      })
  void frame_ofEachForm_isResolved(String text, String expected) {
    String mvid = MVID.toString().replace("-", "");
    assertEquals(
        expected.replace("LINE", line("number \" + number")),
        rewritten(PLAIN, text.replace("MVID", mvid)));
  }

  /** Returns the number of the line of the source that has a text. */
  private static String line(String words) {
    try {
      List<String> lines =
          Files.readAllLines(TestAssembly.TRACES.path().resolveSibling("Constructs.cs"));
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).contains("IOException(\"" + words)) {
          return Integer.toString(i + 1);
        }
      }
      throw new AssertionError(words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   at " + FAIL + " in /src/Handlers.cs:line 7",
        "   at " + LOCAL + " in C:\\src\\Handlers.cs:line 7",
        "   bei " + LOCAL + " in C:\\src\\Handlers.cs:Zeile 7.",
        "   at " + FAIL,
        "   at " + FAIL + " in Other.dll:token 0x6000032+0x16",
        // Another build: the token is another method.
        "   at " + FAIL + " in Traces.exe:token 0x6000032+0x16",
        "   at " + FAIL + " in Traces.exe:token 0x6ffffff+0x16",
        "   at " + FAIL + " in Traces.exe:token 0x2000002+0x16",
        "   at " + FAIL + " in Traces.exe:token 0x6000031+0xffffffff",
        "   at Tiptoe.Traces.Handlers.Fail (System.Int32 number) [0x00016] in"
            + " <00000000000000000000000000000000>:0 ",
        "   at Tiptoe.Traces.Parameters.Overloaded (System.Byte x) [0x00005] in <MVID>:0 ",
        "   at Tiptoe.Traces.Machines.Numbers(Int32 count)+Nothing()",
        "--- End of stack trace from previous location ---",
        " ---> System.Exception: at A.B(c)",
        "   --- End of inner exception stack trace ---",
        "at java.lang.reflect.Method.invoke(Native Method)",
        "\tat com.example.Main.main(Main.java:5)",
        "look at me at once at 12:30 at a.b at (x) at",
        "fe80::1 std::vector<int>::at(5) [x] std::y(z)",
        "void [Traces] Tiptoe.Traces.Handlers::Fail(int32)[Tier0]",
        "void [Traces] Tiptoe.Traces.Handlers::Nothing(int32)[Tier0]",
        "void [Traces]::x()",
        "   at \u0000(x)",
        "   at ",
        "at",
        ""
      })
  void text_thatIsNotResolved_staysAsItIs(String text) {
    String whole = text.replace("MVID", MVID.toString().replace("-", ""));
    assertEquals(whole, rewritten(PLAIN, whole));
    assertEquals(whole + "\r\n\n" + whole, rewritten(PLAIN, whole + "\r\n\n" + whole));
  }

  @Test
  void names_asAsked() {
    String token = " in Traces.exe:token 0x600001d+0x1d";
    String place = " in /Traces/Constructs.cs:line 90";
    assertEquals(
        "at " + LOCAL + place,
        rewritten(
            texts(SYMBOLS, new Options(NameStyle.SYSTEM, true, true), Noise.NONE),
            "at " + LOCAL + token));
    StackTexts raw = texts(SYMBOLS, new Options(NameStyle.CSHARP, true, false), Noise.NONE);
    assertEquals(
        "at Closures.Local(int) → local function Fail [" + LOCAL + "]" + place,
        rewritten(raw, "at " + LOCAL + token));
    assertEquals("at Handlers.Fail(int) [" + FAIL + "]", rewritten(raw, "at " + FAIL));
    StackTexts csharp = texts(SYMBOLS, new Options(NameStyle.CSHARP, false, false), Noise.NONE);
    assertEquals(
        "at Cart<T>.IShelf<T>.Take<U>(T, U)",
        rewritten(
            csharp, "at Tiptoe.Traces.Cart`1.Tiptoe.Traces.IShelf<T>.Take[U](T item, U other)"));
    assertEquals(
        "at Parameters.Overloaded<T>(T)",
        rewritten(csharp, "at Tiptoe.Traces.Parameters.Overloaded[T](T value)"));
  }

  /** No other method has that name, but it is not the one of the text. */
  @Test
  void method_aloneWithItsName_isNotOneOfOtherParameters() {
    String name = LOCAL.substring(0, LOCAL.indexOf('('));
    for (String fitting :
        List.of("(Int32 count, <>c__DisplayClass2_0&)", "(int, <>c__DisplayClass2_0& x)")) {
      assertEquals(
          "at Closures.Local(int) → local function Fail", rewritten(PLAIN, "at " + name + fitting));
    }
    for (String other : List.of("(Int32 count)", "()", "(String s, <>c__DisplayClass2_0&)")) {
      assertEquals("at " + name + other, rewritten(PLAIN, "at " + name + other));
    }
  }

  @Test
  void overloads_whenAllAreAsked_areListed() {
    StackTexts all = texts(SYMBOLS, new Options(NameStyle.CSHARP, false, true), Noise.NONE);
    String frame = "at Tiptoe.Traces.Parameters.Overloaded + 0x5(Unknown Source)";
    assertEquals(
        frame
            + " [one of: Parameters.Overloaded(int) in /Traces/Constructs.cs:line 56;"
            + " Parameters.Overloaded(string) in /Traces/Constructs.cs:line 58;"
            + " Parameters.Overloaded<T>(T) in /Traces/Constructs.cs:line 60]",
        rewritten(all, frame));
  }

  @Test
  void builds_thatAgree_areOneAnswer() {
    StackTexts two = texts(Symbols.of(new Traces(2)), WRITTEN, Noise.NONE);
    assertEquals("at Closures.Local(int) → local function Fail", rewritten(two, "at " + LOCAL));
  }

  /** It is where the state machine is started that the runtime writes no line. */
  @Test
  void kickoff_behindTheStartOfItsMachine_isNotTheMachine() {
    String frame = "at Tiptoe.Traces.Machines.AtOnce() in Traces.exe:token 0x6000026+0x24";
    String start = "at System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start[T](T& machine)";
    String resolved = "at Tiptoe.Traces.Machines.AtOnce() in /Traces/Constructs.cs:line 188";
    assertEquals(resolved, rewritten(PLAIN, frame));
    String text = frame + "\n   " + start + "\n   " + frame + "\n   " + frame + "\n";
    assertEquals(
        resolved + "\n   " + start + "\n   " + frame + "\n   " + resolved + "\n",
        rewritten(PLAIN, text));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int from = text.indexOf(frame, 10);
    LineFilter.Piece piece = PLAIN.rewrite(bytes, 0, from, from + frame.length() + 1);
    assertSame(bytes, piece.bytes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a\\n   at X.F()\\n   at FAIL\\n   at X.G()\\n;a\\n   at X.F()\\n   at X.G()\\n",
        "   at FAIL\\r\\nx;x",
        "   at FAIL in /a/b.cs:line 7\\n   at FAIL\\n   at FAIL;``",
        "log at FAIL\\n;log at FAIL\\n",
        "   at FAIL<---\\n;   at FAIL<---\\n",
        "{\"a\":\"m\\\\n   at FAIL\\\\n   at X.F()\"};{\"a\":\"m\\\\n   at X.F()\"}",
        "{\"a\":\"m\\\\r\\\\n   at FAIL\\\\r\\\\n   at FAIL\\\\r\\\\nx\"};{\"a\":\"m\\\\r\\\\nx\"}",
      })
  void noise_thatIsALine_isLeftOut(String text, String expected) {
    StackTexts hiding = texts(SYMBOLS, WRITTEN, NOISE);
    assertEquals(unescaped(expected), rewritten(hiding, unescaped(text)));
    assertEquals(unescaped(text), rewritten(PLAIN, unescaped(text)));
  }

  private static String unescaped(String text) {
    return text.replace("\\\\", "\u0001")
        .replace("\\n", "\n")
        .replace("\\r", "\r")
        .replace("\u0001", "\\")
        .replace("FAIL", FAIL);
  }

  @Test
  void path_inJson_isEscapedAsOftenAsTheTextIs() {
    FrameRewriter frames =
        new FrameRewriter(
            SYMBOLS, WRITTEN, Noise.NONE, text -> text.replace('/', '\\'), note -> {});
    StackTexts windows = new StackTexts(frames, false);
    String frame = "at " + FAIL + " in Traces.exe:token 0x6000031+0x16";
    String path = "in \\Traces\\Constructs.cs:line ";
    assertTrue(rewritten(windows, frame).contains(path));
    assertTrue(rewritten(windows, "\"" + frame + "\"").contains(path.replace("\\", "\\\\")));
    assertTrue(rewritten(windows, frame + "\\\"").contains(path.replace("\\", "\\\\\\\\")));
    assertTrue(rewritten(windows, frame + "\\\\n").contains(path.replace("\\", "\\\\\\\\")));
  }

  @Test
  void bytes_thatAreNotUtf8_stay() {
    byte[] bytes =
        ("\u0000\u00ff at " + FAIL + " in Traces.exe:token 0x6000031+0x16 \u00fe\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    LineFilter.Piece piece = PLAIN.rewrite(bytes, 0, 0, bytes.length);
    String out =
        new String(
            piece.bytes(), piece.from(), piece.to() - piece.from(), StandardCharsets.ISO_8859_1);
    assertTrue(out.startsWith("\u0000\u00ff at " + FAIL + " in /Traces/"), out);
    assertTrue(out.endsWith(" \u00fe\n"), out);
  }

  @Property(tries = 1000)
  void bytes_ofAnyKind_passUnchanged(@ForAll byte[] bytes) {
    LineFilter.Piece piece = PLAIN.rewrite(bytes, 0, 0, bytes.length);
    assertSame(bytes, piece.bytes());
  }

  @Property(tries = 30)
  void result_dependsNeitherOnThreadsNorOnHowTheTextArrives(@ForAll long seed) throws IOException {
    arriving(seed);
  }

  /** Pieces of frames and of what stands around them, in any order. */
  static void arriving(long seed) throws IOException {
    Random random = new Random(seed);
    List<String> pieces =
        List.of(
            "   at " + FAIL + " in Traces.exe:token 0x6000031+0x16",
            "at " + LOCAL,
            "   at Tiptoe.Traces.Machines.AtOnce() in Traces.exe:token 0x6000026+0x24",
            "   at A.AsyncMethodBuilderCore.Start[T](T& t)",
            "\n",
            "\n",
            "\n",
            "\r\n",
            "\\n",
            "\\r\\n",
            "\"",
            "at ",
            "   ",
            "::",
            "\u0000",
            "é",
            "void [Traces] Tiptoe.Traces.Closures::<Local>g__Fail|2_0(int32)[Tier0]",
            "x".repeat(300));
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i >= 0; i--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    StackTexts hiding = texts(SYMBOLS, WRITTEN, NOISE);
    byte[] whole =
        LineFilterTest.filtered(new LineFilter(hiding, 1, 1000), new ByteArrayInputStream(bytes));
    byte[] arriving =
        LineFilterTest.filtered(
            new LineFilter(hiding, 3, 1000), LineFilterTest.arriving(bytes, seed));
    assertArrayEquals(whole, arriving);
  }

  /** What an attacker can make expensive stays within bounds. */
  @ParameterizedTest
  @ValueSource(
      strings = {"at a.b(", "at a.b", "::", "] a.b::", "at a.<", "at \\u003c.b(", "at a.b[("})
  void text_ofManyBeginnings_passes(String beginning) {
    byte[] bytes =
        beginning.repeat(50_000 / beginning.length()).getBytes(StandardCharsets.US_ASCII);
    assertSame(bytes, PLAIN.rewrite(bytes, 0, 0, bytes.length).bytes());
  }
}
