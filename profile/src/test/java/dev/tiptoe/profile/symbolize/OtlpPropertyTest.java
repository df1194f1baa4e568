// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.given.OddWriter;
import dev.tiptoe.profile.given.OtlpPeer;
import dev.tiptoe.profile.given.RandomProfile;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class OtlpPropertyTest {

  private static final Symbols SYMBOLS = TestSymbols.both();

  @Property(tries = 60)
  void profile_inAnyEncoding_isWhatTheSpecificationsClassesMakeOfIt(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    byte[] bytes = OddWriter.write(RandomProfile.of(random), random);
    ProfilesData before = ProfilesData.parseFrom(bytes);
    Runs run = Runs.otlp(bytes, SYMBOLS);
    ProfilesData after = ProfilesData.parseFrom(run.bytes());
    assertEquals(OtlpPeer.symbolized(before, SYMBOLS, FrameStyle.WRITTEN), after);
    assertEquals(before.getResourceProfilesList(), after.getResourceProfilesList());
    assertUnchanged(before.getDictionary(), after.getDictionary());
    assertArrayEquals(run.bytes(), Runs.otlp(run.bytes(), SYMBOLS).bytes());
  }

  private static void assertUnchanged(ProfilesDictionary before, ProfilesDictionary after) {
    assertEquals(before.getMappingTableList(), after.getMappingTableList());
    assertEquals(before.getLinkTableList(), after.getLinkTableList());
    assertEquals(before.getAttributeTableList(), after.getAttributeTableList());
    assertEquals(before.getStackTableList(), after.getStackTableList());
    assertEquals(before.getUnknownFields(), after.getUnknownFields());
    assertEquals(before.getLocationTableCount(), after.getLocationTableCount());
    for (int i = 0; i < before.getLocationTableCount(); i++) {
      assertEquals(
          withoutLines(before.getLocationTable(i)), withoutLines(after.getLocationTable(i)));
    }
  }

  private static Location withoutLines(Location location) {
    return location.toBuilder().clearLines().build();
  }

  @Property(tries = 60)
  void profile_withoutSymbols_staysByteForByte(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = OddWriter.write(RandomProfile.of(random), random);
    assertArrayEquals(bytes, Runs.otlp(bytes, TestSymbols.none()).bytes());
  }

  /** A damaged profile gives a profile or the one exception, and soon. */
  @Property(tries = 400)
  void profile_damaged_givesAProfileOrOneError(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = OddWriter.write(RandomProfile.of(random), random);
    for (int i = 1 + random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes = Arrays.copyOf(bytes, at);
        case 1 -> bytes[at] = (byte) 0xff;
        default -> bytes[at] = (byte) random.nextInt();
      }
    }
    try {
      Runs.otlp(bytes, SYMBOLS);
    } catch (ProfileFormatException e) {
      assertEquals("profile", e.file());
    }
  }
}
