// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.symbols.text.FrameText.Form;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTextTest {

  /** Text; form; name; what stands behind the frame. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Shop.Buy(Int32 n) in /src/Shop.cs:line 42;LOCATED;Shop.Buy;",
        "Shop.Buy(Int32 n) in C:\\a b\\Shop.cs:line 42 ;LOCATED;Shop.Buy; ",
        "Shop.Buy(Int32 n) in F:\\Shop.cs:Zeile 42.;LOCATED;Shop.Buy;.",
        "Shop.Buy(Int32 n) in somewhere;LOCATED;Shop.Buy; in somewhere",
        "Shop.Buy() in Shop.dll:token 0x6000001+0x5;TOKEN;Shop.Buy;",
        "Shop.Buy() in Shop.dll: token 0x06000001+0x5<---;TOKEN;Shop.Buy;<---",
        "A.B`1.M[T,U](T one, List`1 two) in A.dll:token 0x6000001+0x5;TOKEN;A.B`1.M;",
        "A.B..ctor(Int32[,] x, Void** y, Int32& z);NAME;A.B..ctor;",
        "A.M(Int32 count)+MoveNext();NAME;A.M;",
        "A.M()+I<System.Boolean>.GetResult() in A.dll:token 0x6000001+0x0;TOKEN;A.M;",
        "A.<>c__DisplayClass0_0.<<M>b__0>d.MoveNext();NAME;"
            + "A.<>c__DisplayClass0_0.<<M>b__0>d.MoveNext;",
        "A.<M>g__F|2_0(Int32 n, <>c__DisplayClass2_0&);NAME;A.<M>g__F|2_0;",
        "A.N.I<T,U>.Take[V](T item);NAME;A.N.I<T,U>.Take;",
        "A.M(Void(Int32) callback, (x) y);NAME;A.M;",
        "A.M + 0x2db(Unknown Source);ANDROID;A.M;",
        "A.<M>d__5.MoveNext + 0x0(Unknown Source);ANDROID;A.<M>d__5.MoveNext;",
        "A.M() + 0x2db;NAME;A.M; + 0x2db",
        "A.M (System.Int32 x) [0x0000c] in <0123456789abcdef0123456789abcdef>:0 ;MONO;A.M; ",
        "A.B`1[T].get_Item (System.Int32 i) [0x00009] in <0123456789abcdef0123456789abcdef#12>:0"
            + ";MONO;A.B`1.get_Item;",
        "ä.ö(Int32 x);NAME;ä.ö;",
        "T.adds two (small) numbers(Int32 a, Int32 b) in A.dll:token 0x6000001+0x5;TOKEN;"
            + "T.adds two (small) numbers;",
        "T.v1.2 sells in bulk[T]() in A.dll: token 0x6000001+0x5 x;TOKEN;T.v1.2 sells in bulk; x",
        "T.a b(Int32 x)+MoveNext() in A.dll:token 0x6000001+0x5;TOKEN;T.a b;",
        "T.f(x)(Int32 a) in A.dll:token 0x6000001+0x5;TOKEN;T.f(x);",
        "T.f(x) in /a/T.fs:line 3;LOCATED;T.f;",
        "T.a b + 0x2db(Unknown Source);ANDROID;T.a b;",
        "T.a b (System.Int32 i) [0x00009] in <0123456789abcdef0123456789abcdef>:0;MONO;T.a b;",
        "T.pipe #1 input at line 12@12-1.Invoke(FSharpList`1 x);NAME;"
            + "T.pipe #1 input at line 12@12-1.Invoke;",
      })
  void parse_ofAFrame_findsItsParts(String text, Form form, String method, String behind) {
    FrameParser.Found found = FrameParser.parse(text).orElseThrow();
    assertEquals(form, found.frame().form());
    assertEquals(method, found.frame().method());
    assertEquals(behind == null ? "" : behind, text.substring(found.end()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "the end of (this) sentence",
        "least",
        "Shop.Buy",
        "Buy(Int32 n)",
        "Shop.(x)",
        ".Buy(x)",
        "Shop.Buy(Int32 n",
        "Shop.Buy[T(Int32 n)",
        "Shop.Buy (Int32 n)",
        "Shop.Buy (Int32 n) in <filename unknown>:0",
        "Shop.Buy (Int32 n) [0x0000c] in /src/Shop.cs:42",
        "Shop.Buy + 0x2db",
        "Shop.Buy + 0x2db(Native Method)",
        "Shop.Buy + 0xfffffffff(Unknown Source)",
        "Shop.Buy(Int32 n)+(x)",
        "Shop.Buy(Int32 n)+MoveNext(x)",
        "Ns.C::M(int32)",
        "[wrapper] A.B(x)",
        "(wrapper managed-to-native) A.B (x) [0x00000] in <0123456789abcdef0123456789abcdef>:0",
        "Shop.Buy() in Shop.dll:token 0x6000001+0x80000000",
      })
  void parse_ofAnythingElse_findsNothing(String text) {
    assertEquals(Optional.empty(), FrameParser.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "A.B+C::M(int32)[OptimizedTier1];A.B+C::M",
        "A.B`1[int]::M(class A)[Tier0];A.B`1::M",
        "A.B::M<int>(string, int32)[PreJIT];A.B::M<int>",
        "<>c::<M>b__0_0();<>c::<M>b__0_0",
      })
  void parseCode_ofAMethodOfAPerfMap_findsItsName(String text, String method) {
    assertEquals(method, FrameParser.parseCode(text).orElseThrow().frame().method());
  }

  @ParameterizedTest
  @ValueSource(strings = {"A.B(x)", "::M()", "A::", "A::M", "std::vector<int>", "A::M(x"})
  void parseCode_ofAnythingElse_findsNothing(String text) {
    assertEquals(Optional.empty(), FrameParser.parseCode(text));
  }

  @Property
  void parse_ofAPrintedFrame_isTheFrame(@ForAll("frames") FrameText frame) {
    Optional<FrameText> parsed =
        frame.form() == Form.CODE
            ? FrameText.parseCode(frame.toString())
            : FrameText.parse(frame.toString());
    assertEquals(Optional.of(frame), parsed);
  }

  @Property(tries = 3000)
  void parse_ofAnyText_ends(@ForAll String text) {
    for (String each : List.of(text, "A.B(" + text, "A.B() in " + text, "A.B[" + text)) {
      FrameParser.parse(each).ifPresent(found -> assertTrue(found.end() <= each.length()));
      FrameParser.parseCode(each).ifPresent(found -> assertTrue(found.end() <= each.length()));
    }
  }

  @Provide
  Arbitrary<FrameText> frames() {
    Arbitrary<Form> forms =
        Arbitraries.of(Form.TOKEN, Form.NAME, Form.ANDROID, Form.MONO, Form.CODE);
    Arbitrary<String> methods =
        Arbitraries.of(
            "Shop.Buy",
            "Ns.Shop`1..ctor",
            "Ns.Outer.<>c.<Buy>b__0_0",
            "Ns.Outer.<Buy>g__Local|2_0",
            "Ns.Cart`1.Ns.IShelf<T,U>.Take",
            "Program.<Main>$");
    Arbitrary<String> arguments = Arbitraries.of("", "[T]", "[T,U]");
    Arbitrary<String> parameters =
        Arbitraries.of("", "Int32 n", "List`1 x, Int32[,] y", "<>c__DisplayClass2_0&");
    Arbitrary<String> members = Arbitraries.of("", "MoveNext", "<>m__Finally1");
    Arbitrary<Integer> tokens = Arbitraries.integers().between(0x06000001, 0x06ffffff);
    Arbitrary<Integer> offsets = Arbitraries.integers().between(0, Integer.MAX_VALUE);
    return Combinators.combine(forms, methods, arguments, parameters, members, tokens, offsets)
        .as(FrameTextTest::frame);
  }

  private static FrameText frame(
      Form form,
      String method,
      String arguments,
      String parameters,
      String member,
      int token,
      int offset) {
    boolean bare = form == Form.ANDROID;
    boolean code = form == Form.CODE;
    boolean inMachine = form == Form.TOKEN || form == Form.NAME;
    int dot = method.lastIndexOf('.', method.length() - 1);
    return new FrameText(
        form,
        code ? method.substring(0, dot) + "::" + method.substring(dot + 1) : method,
        bare ? "" : arguments,
        bare ? Optional.empty() : Optional.of(parameters),
        inMachine ? member : "",
        form == Form.TOKEN ? "Shop.dll" : "",
        form == Form.MONO ? Optional.of(new UUID(token, offset)) : Optional.empty(),
        new Token(form == Form.TOKEN ? token : 0),
        (form == Form.NAME || code) ? 0 : offset);
  }
}
