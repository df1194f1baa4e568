// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
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

  @Test
  void guid_hasItsFirstFieldsInLittleEndian() {
    UUID guid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    byte[] bytes = HexFormat.of().parseHex("33221100554477668899aabbccddeeff");
    assertArrayEquals(bytes, Guid.bytes(guid));
    assertEquals(guid, Guid.of(bytes));
    UUID high = UUID.fromString("ffeeddcc-bbaa-9988-7766-554433221100");
    assertEquals(high, Guid.of(Guid.bytes(high)));
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

  @ParameterizedTest
  @CsvSource({
    "00000000, S_OK (0x00000000)",
    "80004002, E_NOINTERFACE (0x80004002)",
    "80131368, CORPROF_E_PROFILER_NOT_ATTACHABLE (0x80131368)",
    "8007000b, COR_E_BADIMAGEFORMAT (0x8007000b)",
    "deadbeef, 0xdeadbeef"
  })
  void hresult_isDescribedByNameAndCode(String code, String expected) {
    int hresult = Integer.parseUnsignedInt(code, 16);
    assertEquals(expected, Hresult.describe(hresult));
  }
}
