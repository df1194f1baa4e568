// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.profile.message.FunctionFields;
import org.junit.jupiter.api.Test;

class FrameTableTest {

  @Test
  void frames_moreThanTheLimit_stayUnresolved() {
    FrameTable table =
        new FrameTable(
            TestSymbols.both(), FrameStyle.WRITTEN, new Functions(new FunctionFields(false)), 100);
    int module = table.modules().number(TestSymbols.mvid(TestSymbols.WRITTEN));
    for (int i = 0; i < 200; i++) {
      int frame = table.resolve(module, DotnetAddress.of(0x88, i));
      if (i < 100) {
        assertEquals(i, frame);
      } else {
        assertEquals(Unresolved.LIMIT, FrameTable.reason(frame));
      }
      assertEquals(frame, table.find(module, DotnetAddress.of(0x88, i)));
    }
    assertEquals(5, table.resolve(module, DotnetAddress.of(0x88, 5)));
  }
}
