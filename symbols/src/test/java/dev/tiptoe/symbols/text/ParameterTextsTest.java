// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.shape.TypeShape;
import dev.tiptoe.testdata.shape.TypeShapes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterTextsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';M()",
        "Int32 n;M(int)",
        "System.Int32 n;M(int)",
        "int n, string[] s;M(int, string[])",
        "Int32& a, String& b, Decimal& c;M(ref int, out string, in decimal)",
        "IntPtr& a;M(ref readonly nint)",
        "Int32* a, Void** b, UIntPtr c;M(int*, void**, nuint)",
        "Int32[] a, Int32[,] b, String[][] c;M(int[], int[,], string[][])",
        "Int32[,][] a;M(int[][,])",
        "Int32[*] a, String[*][] b;M(int[*], string[][*])",
        "List`1[] a, List`1[,] b, List`1 c;M(List<int[]>[], List<int[]>[,], List<int[][]>)",
        "Nullable`1 a, Nullable`1[] b;M(DateTime?, int?[])",
        "ValueTuple`2 a, Dictionary`2 b;"
            + "M(ValueTuple<int, string>, Dictionary<string, ValueTuple<int, int>>)",
        "Inner`1 a;M(Outer<int>.Inner<string>)",
        "System.Collections.Generic.List`1[T] a;M<T>(List<T>)",
        "System.Collections.Generic.List`1[T][] a;M<T>(List<T>[])",
        "Ns.Outer+Inner a;M(Outer.Inner)",
        "T a;M<T>(T)",
        "Int32 count, <>c__DisplayClass2_0&;<M>g__F|2_0(int, ref <>c__DisplayClass2_0)",
        "Whatever x;M(delegate*<int, void>)",
        "String key, Nullable`1 index;Cart<T>.this[string, int?].get",
        "String key, Int32 value;this[string].set",
        "Int32 value;Count.set",
      })
  void fit_ofTheSameTypes_isTrue(String inTrace, String member) {
    assertTrue(ParameterTexts.fit(inTrace, member), inTrace + " / " + member);
  }

  /** Of a pointer to a function the text has no name. */
  private static boolean isNamed(TypeShape shape) {
    return shape.isValid()
        && !shape.simple().isEmpty()
        && Character.isLetter(shape.simple().charAt(0));
  }

  @Test
  void fit_ofTypesOfEveryShape_isTrueOfTheirOwnMethodAlone() {
    List<TypeShape> shapes = TypeShapes.upTo(4).filter(ParameterTextsTest::isNamed).toList();
    List<String> wrong = new ArrayList<>();
    for (TypeShape shape : shapes) {
      String member = "M(int, " + shape.csharp() + ")";
      if (!ParameterTexts.fit("Int32 n, " + shape.simple() + " x", member)) {
        wrong.add(shape.simple() + " is not " + member);
      }
      if (ParameterTexts.fit("Int32 n, " + shape.vector().simple() + " x", member)) {
        wrong.add(shape.vector().simple() + " is " + member);
      }
    }
    assertEquals(List.of(), wrong.subList(0, Math.min(wrong.size(), 5)), wrong.size() + " wrong");
    assertTrue(shapes.size() > 8_000, shapes.size() + " types");
  }

  @Test
  void fit_ofAnyTwoTypes_isTrueIfTheyAreNamedAlike() {
    List<TypeShape> shapes = TypeShapes.upTo(2).filter(ParameterTextsTest::isNamed).toList();
    for (TypeShape one : shapes) {
      for (TypeShape other : shapes) {
        assertEquals(
            one.simple().equals(other.simple()),
            ParameterTexts.fit(one.simple() + " x", "M(" + other.csharp() + ")"),
            () -> one.simple() + " / " + other.csharp());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Int32 n;M()",
        "'';M(int)",
        "Int32 n;M(long)",
        "Int32 n;M(int, int)",
        "Int32& n;M(int)",
        "Int32[] n;M(int)",
        "Int32[,] n;M(int[])",
        "List`1 n;M(List<int, int>)",
        "String key;this[int].get",
      })
  void fit_ofOtherTypes_isFalse(String inTrace, String member) {
    assertFalse(ParameterTexts.fit(inTrace, member), inTrace + " / " + member);
  }
}
