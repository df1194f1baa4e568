// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComValuesTest {

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
