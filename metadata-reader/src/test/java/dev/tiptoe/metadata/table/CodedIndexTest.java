// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CodedIndexTest {

  private static final int LARGEST_RID = 0xffffff;

  /** II.24.2.6: how many bits the tag takes, and the table of each tag; {@code --} for unused. */
  @ParameterizedTest
  @CsvSource({
    "TypeDefOrRef, 2, 02 01 1b",
    "HasConstant, 2, 04 08 17",
    "HasCustomAttribute, 5," + " 06 04 01 02 08 09 0a 00 0e 17 14 11 1a 1b 20 23 26 27 28 2a 2c 2b",
    "HasFieldMarshal, 1, 04 08",
    "HasDeclSecurity, 2, 02 06 20",
    "MemberRefParent, 3, 02 01 1a 06 1b",
    "HasSemantics, 1, 14 17",
    "MethodDefOrRef, 1, 06 0a",
    "MemberForwarded, 1, 04 06",
    "Implementation, 2, 26 23 27",
    "CustomAttributeType, 3, -- -- 06 0a --",
    "ResolutionScope, 2, 00 1a 23 01",
    "TypeOrMethodDef, 1, 02 06",
    "HasCustomDebugInformation, 5,"
        + " 06 04 01 02 08 09 0a 00 0e 17 14 11 1a 1b 20 23 26 27 28 2a 2c 2b 30 32 33 34 35",
  })
  void index_ofTheSpecification_hasItsTagsAndTables(CodedIndex index, int bits, String tables) {
    int[] actual = TableSchema.ECMA_335.coded(index);
    int[] expected =
        Arrays.stream(tables.split(" ", -1))
            .mapToInt(table -> table.equals("--") ? -1 : Integer.parseInt(table, 16))
            .toArray();
    assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    assertEquals(bits, CodedIndex.tagBits(actual.length));
  }

  @ParameterizedTest
  @EnumSource(CodedIndex.class)
  void decode_ofEveryTag_givesTheTokenOrNone(CodedIndex index) {
    int[] tables = TableSchema.ECMA_335.coded(index);
    int bits = CodedIndex.tagBits(tables.length);
    for (int tag = 0; tag < 1 << bits; tag++) {
      boolean used = tag < tables.length && tables[tag] >= 0;
      for (int rid : new int[] {0, 1, 0x7ff, 0xffff >>> bits, LARGEST_RID}) {
        int expected = used ? Token.of(tables[tag], rid).value() : -1;
        assertEquals(expected, CodedIndex.decode(tables, rid << bits | tag));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CodedIndex.class)
  void decode_ofARidThatNoTokenHas_givesNone(CodedIndex index) {
    int[] tables = TableSchema.ECMA_335.coded(index);
    int bits = CodedIndex.tagBits(tables.length);
    for (int tag = 0; tag < tables.length; tag++) {
      assertEquals(-1, CodedIndex.decode(tables, (LARGEST_RID + 1) << bits | tag));
      assertEquals(-1, CodedIndex.decode(tables, -1 << bits | tag));
    }
  }

  @Test
  void encoded_inASignature_givesTheTypeOrNil() {
    assertEquals(0x02000001, CodedIndex.typeDefOrRefEncoded(1 << 2));
    assertEquals(0x01000012, CodedIndex.typeDefOrRefEncoded(0x49), "II.23.2.8");
    assertEquals(0x1bffffff, CodedIndex.typeDefOrRefEncoded(LARGEST_RID << 2 | 2));
    assertEquals(-1, CodedIndex.typeDefOrRefEncoded(3), "an unused tag");
    assertEquals(-1, CodedIndex.typeDefOrRefEncoded(0x1fffffff), "a rid that no token has");
  }
}
