// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssemblyVersionTest {

  private static AssemblyVersion version(String text) {
    int[] parts = Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    return new AssemblyVersion(parts[0], parts[1], parts[2], parts[3]);
  }

  @Test
  void versions_compareByTheirFirstDifferentNumber() {
    List<AssemblyVersion> ascending =
        List.of(
            version("0.0.0.0"),
            version("0.0.0.65535"),
            version("0.0.1.0"),
            version("0.65535.0.0"),
            version("1.0.0.0"),
            version("9.0.0.0"),
            version("10.0.0.0"),
            version("32767.65535.65535.65535"),
            version("32768.0.0.0"),
            version("65535.0.0.0"),
            version("65535.65535.65535.65535"));
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        int order = ascending.get(i).compareTo(ascending.get(j));
        assertEquals(Integer.compare(i, j), Integer.signum(order));
      }
    }
  }

  @Test
  void version_asText_hasFourNumbers() {
    assertEquals("9.0.10.65535", version("9.0.10.65535").toString());
  }
}
