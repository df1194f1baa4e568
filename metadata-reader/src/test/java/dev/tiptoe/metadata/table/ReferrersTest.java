// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** From what stands in a column back to the rows where it stands. */
class ReferrersTest {

  private static final int GENERIC_PARAM = 0x2a;
  private static final int OWNER = 2;
  private static final long SAYS_SORTED = 1L << GENERIC_PARAM;

  private static ImageBuilder params(List<Integer> owners) {
    ImageBuilder builder = new ImageBuilder();
    owners.forEach(owner -> builder.row(Table.GENERIC_PARAM, 0, 0, owner, 0));
    return builder;
  }

  private static List<Integer> rows(Tables tables, int value) {
    Referrers referrers = tables.referrers(GENERIC_PARAM, OWNER);
    return IntStream.range(referrers.start(value), referrers.end(value))
        .map(referrers::row)
        .boxed()
        .toList();
  }

  /** The order of rows and the module's claims do not matter. */
  @Property(tries = 500)
  void rows_ofAnyOrder_areThoseWhereTheValueStands(
      @ForAll @Size(max = 12) List<@IntRange(max = 5) Integer> owners, @ForAll boolean saysSorted) {
    Tables tables = Given.tables(params(owners).sorted(saysSorted ? SAYS_SORTED : 0));
    for (int value = 0; value <= 6; value++) {
      List<Integer> expected = new ArrayList<>();
      for (int rid = 1; rid <= owners.size(); rid++) {
        if (owners.get(rid - 1) == value) {
          expected.add(rid);
        }
      }
      assertEquals(expected, rows(tables, value));
    }
  }

  @Test
  void rows_ofValuesWithTheHighestBit_areFoundAsUnsigned() {
    ImageBuilder builder = new ImageBuilder().minimalDelta();
    for (int owner : new int[] {-1, 5, Integer.MIN_VALUE, -1, 0}) {
      builder.row(Table.GENERIC_PARAM, 0, 0, owner, 0);
    }
    Tables tables = new Tables(Given.bytes(builder.tables()), true);
    assertEquals(List.of(1, 4), rows(tables, -1));
    assertEquals(List.of(3), rows(tables, Integer.MIN_VALUE));
    assertEquals(List.of(5), rows(tables, 0));
    assertEquals(List.of(), rows(tables, -2));
  }

  @Test
  void rows_ofATableThatIsCutOff_areThoseThatAreWhole() {
    for (Integer[] owners : new Integer[][] {{2, 2, 4, 4}, {4, 2, 4, 2}}) {
      byte[] stream = params(List.of(owners)).tables();
      byte[] cut = Arrays.copyOf(stream, stream.length - 4);
      Tables tables = new Tables(Given.bytes(cut), false);
      assertEquals(3, tables.whole(GENERIC_PARAM));
      List<Integer> expected =
          IntStream.rangeClosed(1, 3).filter(rid -> owners[rid - 1] == 2).boxed().toList();
      assertEquals(expected, rows(tables, 2));
    }
  }

  @Test
  void rows_ofAnAbsentTable_areNone() {
    assertEquals(List.of(), rows(Given.tables(new ImageBuilder()), 0));
  }

  @Test
  void encoded_isWhatStandsInTheCell() {
    Tables tables = Given.tables(params(List.of(1)));
    assertEquals(0x13 << 1 | 1, tables.encoded(GENERIC_PARAM, OWNER, new Token(0x06000013)));
    assertEquals(-1, tables.encoded(GENERIC_PARAM, OWNER, new Token(0x01000013)), "no such tag");
    assertEquals(-1, tables.encoded(GENERIC_PARAM, OWNER, new Token(0x06008000)), "too narrow");
    assertEquals(7, tables.encoded(0x29, 0, new Token(0x02000007)));
    assertEquals(-1, tables.encoded(0x29, 0, new Token(0x06000007)), "another table");
  }

  /** A hundred thousand rows of one value, unsorted: a walk for each question would take hours. */
  @Test
  void rows_ofAHugeUnsortedTable_areFoundWithoutAWalk() {
    List<Integer> owners = IntStream.range(0, 100_000).mapToObj(i -> i * 7919 % 65_536).toList();
    Tables tables = Given.tables(params(owners));
    long sum = 0;
    for (int value = 0; value < 65_536; value++) {
      for (int rid : rows(tables, value)) {
        assertEquals(value, tables.cell(GENERIC_PARAM, rid, OWNER));
        sum += rid;
      }
    }
    assertEquals(100_000L * 100_001 / 2, sum, "every row once");
  }
}
