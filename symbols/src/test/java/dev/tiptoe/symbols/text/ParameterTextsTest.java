// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
