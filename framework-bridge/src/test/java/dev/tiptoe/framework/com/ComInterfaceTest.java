// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework.com;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComInterfaceTest {

  private static final ComInterface ONE =
      ComInterface.UNKNOWN.extendedBy(
          "IOne", "11111111-2222-3333-4444-555555555555", "First Second(ip):number");

  @Test
  void methods_comeInTheOrderOfTheirSlots_inheritedOnesFirst() {
    ComInterface two = ONE.extendedBy("ITwo", "21111111-2222-3333-4444-555555555555", "\n Third ");
    assertEquals(
        List.of("QueryInterface", "AddRef", "Release", "First", "Second", "Third"),
        two.methods().stream().map(ComMethod::name).toList());
    for (int slot = 0; slot < two.methods().size(); slot++) {
      assertEquals(slot, two.methods().get(slot).slot());
    }
  }

  @Test
  void method_knowsItsShapeAndResult() {
    ComMethod first = new ComMethod("First", 3, ComMethod.Result.HRESULT, Optional.empty());
    ComMethod second = new ComMethod("Second", 4, ComMethod.Result.NUMBER, Optional.of("ip"));
    assertEquals(first, ONE.method("First"));
    assertEquals(second, ONE.method("Second"));
    assertThrows(IllegalArgumentException.class, () -> ONE.method("Third"));
  }

  @Test
  void methods_ofOneName_areRefused() {
    String iid = "31111111-2222-3333-4444-555555555555";
    assertThrows(IllegalArgumentException.class, () -> ONE.extendedBy("I", iid, "First"));
  }

  @ParameterizedTest
  @CsvSource({
    "Windows 10, 4, STDCALL",
    "Windows 11, 8, C",
    "Linux, 8, C",
    "Linux, 4, C",
    "Mac OS X, 8, C"
  })
  void convention_isStdcall_onlyOn32BitWindows(
      String osName, int pointerSize, NativeCallingConvention expected) {
    assertEquals(expected, NativeCallingConvention.of(osName, pointerSize));
  }
}
