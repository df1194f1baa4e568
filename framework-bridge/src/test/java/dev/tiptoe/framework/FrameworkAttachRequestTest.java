// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.framework;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameworkAttachRequestTest {

  private static final UUID CLSID = new UUID(1, 2);
  private static final String LIBRARY = "C:\\profiler.dll";

  private static FrameworkAttachRequest of(long process, String library, Duration timeout) {
    return new FrameworkAttachRequest(process, CLSID, library, timeout, new byte[0]);
  }

  @Test
  void processId_mayNeedAll32Bits() {
    FrameworkAttachRequest request = of(0xfffffffcL, LIBRARY, Duration.ofSeconds(1));
    assertEquals(-4, request.processId());
    assertEquals("C:\\profiler.dll to process 4294967292", request.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1L << 32, Long.MIN_VALUE})
  void processId_outOfRange_isRefused(long process) {
    assertThrows(IllegalArgumentException.class, () -> of(process, LIBRARY, Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "profiler.dll",
        "C:profiler.dll",
        "C:\\",
        "\\tools\\p.dll",
        "/p.dll",
        "C:\\p\0"
      })
  void library_withoutItsFullPath_isRefused(String library) {
    assertThrows(IllegalArgumentException.class, () -> of(1, library, Duration.ofSeconds(1)));
  }

  @Test
  void library_mayHave259CharactersAndNotMore() {
    String longest = "\\\\server\\share\\" + "x".repeat(259 - 15);
    assertEquals(longest, of(1, longest, Duration.ofSeconds(1)).library());
    assertThrows(IllegalArgumentException.class, () -> of(1, longest + "x", Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000999S", "PT2147483.648S", "P36500D"})
  void timeout_outOfRange_isRefused(Duration timeout) {
    assertThrows(IllegalArgumentException.class, () -> of(1, LIBRARY, timeout));
  }

  @Test
  void clientData_isCopied() {
    byte[] data = {1, 2};
    FrameworkAttachRequest request =
        new FrameworkAttachRequest(1, CLSID, LIBRARY, Duration.ofMillis(1), data);
    data[0] = 9;
    assertArrayEquals(new byte[] {1, 2}, request.clientData());
  }
}
