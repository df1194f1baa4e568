// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BuildIdsTest {

  @Test
  void mvid_inOtherSpellings_isNone() {
    for (String text : new String[] {"", "{}", "1-2", "g".repeat(32), "0".repeat(32)}) {
      assertTrue(BuildIds.mvid(text).isEmpty(), text);
    }
  }
}
