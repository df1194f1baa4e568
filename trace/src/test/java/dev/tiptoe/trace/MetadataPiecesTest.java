// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetadataPiecesTest {

  private static final ModuleID MODULE = new ModuleID(0x10);
  private static final ModuleID OTHER = new ModuleID(0x20);

  private final MetadataPieces pieces = new MetadataPieces();

  @Test
  void pieces_inTheirOrder_areTheWholeCopy() {
    assertTrue(add(MODULE, 1, 5, 0, 1, 2).isEmpty());
    assertTrue(add(MODULE, 1, 5, 2, 3).isEmpty());
    assertWhole(add(MODULE, 1, 5, 3, 4, 5), 1, 2, 3, 4, 5);
    assertWhole(add(OTHER, 2, 1, 0, 9), 9);
  }

  @Test
  void piece_thatDoesNotContinue_endsTheCopy() {
    assertTrue(add(MODULE, 1, 4, 0, 1, 2).isEmpty());
    for (Runnable strange :
        new Runnable[] {
          () -> add(MODULE, 1, 4, 3, 4),
          () -> add(MODULE, 2, 4, 2, 3),
          () -> add(OTHER, 1, 4, 2, 3),
          () -> add(MODULE, 1, 5, 2, 3),
          () -> add(MODULE, 1, 4, 2, 3, 4, 5),
          () -> add(MODULE, 1, 4, -1, 3),
          () -> add(MODULE, 1, 4, 2)
        }) {
      assertTrue(add(MODULE, 1, 4, 0, 1, 2).isEmpty());
      strange.run();
      assertTrue(add(MODULE, 1, 4, 2, 3, 4).isEmpty());
    }
    add(MODULE, 1, 4, 0, 1, 2);
    assertWhole(add(MODULE, 1, 4, 2, 3, 4), 1, 2, 3, 4);
  }

  @Test
  void copy_longerThanAnAgentWrites_isRefused() {
    assertTrue(add(MODULE, 1, MetadataPieces.MOST + 1L, 0, 1).isEmpty());
    assertTrue(add(MODULE, 1, MetadataPieces.MOST + 1L, 1, 1).isEmpty());
    assertTrue(add(MODULE, 1, Long.MAX_VALUE, 0, 1).isEmpty());
    assertTrue(add(MODULE, 1, -1, 0, 1).isEmpty());
    assertTrue(add(MODULE, 1, 0, 0).isEmpty());
  }

  private Optional<Bytes> add(ModuleID module, int number, long size, long offset, int... bytes) {
    return pieces.add(module, number, size, offset, Bytes.of("piece", octets(bytes)));
  }

  private static void assertWhole(Optional<Bytes> copy, int... bytes) {
    assertEquals(bytes.length, copy.orElseThrow().length());
    assertArrayEquals(octets(bytes), copy.orElseThrow().copy(0, bytes.length));
  }

  private static byte[] octets(int... values) {
    byte[] octets = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      octets[i] = (byte) values[i];
    }
    return octets;
  }
}
