// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import dev.tiptoe.symbols.Symbols;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostileOtlpTest {

  private static final Symbols SYMBOLS = TestSymbols.both();

  @TempDir private Path folder = Path.of("");

  private static ProfileFormatException refusal(byte[] bytes) {
    return assertThrows(ProfileFormatException.class, () -> Runs.otlp(bytes, SYMBOLS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A length of 2^31, of 2^63, and one byte more than there is.
        "12 80808080 08 | 0x1: a length of 2147483648 goes beyond the 0 bytes of its message",
        "12 ffffffffffffffffff01 | 0x1: a length of 18446744073709551615 goes beyond",
        "12 03 0a00 | 0x1: a length of 3 goes beyond the 2 bytes of its message",
        // An entry that goes beyond its dictionary, but not beyond the file.
        "12 03 12 05 08 ffffffff | 0x3: a length of 5 goes beyond the 1 bytes of its message",
        // A number without an end, one of eleven bytes, one that its message ends in.
        "12 | 0x1: a number goes beyond the end of its message",
        "18 8080808080808080808001 | 0x1: a number has more than ten bytes",
        // Tags: field 0, wire type 7, a tag of 2^35.
        "12 02 02 00 | 0x2: no field has the tag 2",
        "12 01 0f | 0x3: a field has wire type 7",
        "12 06 808080808001 | 0x2: no field has the tag 34359738368",
        // Groups: one that does not begin, one that ends another, one that does not end.
        "12 01 0c | 0x3: a field has wire type 4",
        "12 02 0b 14 | 0x4: a group ends that did not begin",
        "12 01 0b | 0x3: a number goes beyond the end of its message",
        // Profiles without a dictionary; an attribute with its key as a text.
        "0a 00 | 0x0: no dictionary: not OTLP profiles, or of a version before 1.8",
        "12 05 32 03 0a 01 61 | 0x6: an attribute with its key as a text: OTLP profiles before 1.8",
        "7b 7d | 0x0: OTLP in JSON, which is not read; only the binary form is",
        "28 b5 2f fd 00 | 0x0: compressed with zstd, which is not read; decompress it first",
        "1f 8b 08 00 | 0x0: the gzip data is damaged",
        "00 00 00 05 12 | 0x0: a message of 5 bytes goes beyond the end of the file",
        "00 00 00 00 00 00 00 00 | 0x0: every message has 0 bytes: not profiles",
        "00 00 00 | 0x0: the length of a message goes beyond the end of the file",
      })
  void bytes_thatAreNoProfile_areRefusedWithPlaceAndReason(String hex, String expected) {
    ProfileFormatException refusal = refusal(HexFormat.of().parseHex(hex.replace(" ", "")));
    String said = String.valueOf(refusal.getMessage());
    assertTrue(said.startsWith("profile: at offset " + expected), said);
  }

  @Test
  void groups_nestedDeeply_areRefused() {
    byte[] bytes = new byte[200_000];
    Arrays.fill(bytes, (byte) 0x1b);
    String said = String.valueOf(refusal(bytes).getMessage());
    assertTrue(said.endsWith("groups are nested more than 100 deep"), said);
  }

  @Test
  void profile_empty_staysEmpty() throws IOException {
    Runs run = Runs.otlp(new byte[0], SYMBOLS);
    assertEquals(0, run.bytes().length);
    assertEquals(SymbolizeStatistics.NONE, run.statistics());
  }

  @Test
  void dictionary_withoutZeroEntries_getsThoseOfTheTablesThatGrow() throws IOException {
    ProfilesDictionary whole = small().getDictionary();
    // The keys of the attributes are texts of the table, so only functions can be without any.
    byte[] bytes =
        ProfilesData.newBuilder()
            .setDictionary(whole.toBuilder().clearFunctionTable())
            .build()
            .toByteArray();
    ProfilesDictionary after =
        ProfilesData.parseFrom(Runs.otlp(bytes, SYMBOLS).bytes()).getDictionary();
    assertEquals(2, after.getFunctionTableCount());
    assertEquals(0, after.getFunctionTable(0).getSerializedSize());
    assertEquals(1, after.getLocationTable(1).getLines(0).getFunctionIndex());
  }

  private static ProfilesData small() {
    OtlpBuilder profile = new OtlpBuilder();
    int written = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    profile.dotnet(written, DotnetAddress.of(1, 0));
    return profile.sample(1, 1).build();
  }

  @Test
  void dictionary_inManyPieces_isRefused() {
    byte[] bytes = new byte[20_000];
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = 0x12;
    }
    assertTrue(refusal(bytes).reason().contains("pieces"));
  }

  @Test
  void mappings_tooMany_areRefused() {
    var out = new ByteArrayOutputStream();
    int entries = (1 << 22) + 1;
    out.write(0x12);
    for (int rest = entries * 2; ; rest >>>= 7) {
      out.write(rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest);
      if (rest < 0x80) {
        break;
      }
    }
    byte[] empty = {0x0a, 0x00};
    for (int i = 0; i < entries; i++) {
      out.write(empty, 0, 2);
    }
    assertTrue(
        refusal(out.toByteArray()).reason().contains("there are more than 4194304 mappings"));
  }

  /**
   * What does not fit into memory goes the same way, from a stream, a file and a compressed one.
   */
  @Test
  void profile_larger_isSymbolizedFromAFile() throws IOException {
    byte[] small = small().toByteArray();
    Path file = folder.resolve("large");
    Path zipped = folder.resolve("large.gz");
    byte[] samples = new byte[1 << 20];
    try (OutputStream plain = new BufferedOutputStream(Files.newOutputStream(file));
        OutputStream zip = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      for (OutputStream out : new OutputStream[] {plain, zip}) {
        for (int i = 0; i < 40; i++) {
          out.write(HexFormat.of().parseHex("0a808040"));
          out.write(samples);
        }
        out.write(small);
      }
    }
    byte[] symbolized = Runs.otlp(small, SYMBOLS).bytes();
    byte[] expected = new byte[40 * (4 + samples.length) + symbolized.length];
    for (int i = 0; i < 40; i++) {
      System.arraycopy(
          HexFormat.of().parseHex("0a808040"), 0, expected, i * (4 + samples.length), 4);
    }
    System.arraycopy(
        symbolized, 0, expected, expected.length - symbolized.length, symbolized.length);

    var fromFile = new ByteArrayOutputStream();
    ProfileSymbolizer.symbolize(file, fromFile, SYMBOLS, FrameStyle.WRITTEN);
    assertArrayEquals(expected, fromFile.toByteArray());
    var fromStream = new ByteArrayOutputStream();
    try (InputStream in = Files.newInputStream(file)) {
      ProfileSymbolizer.symbolize(in, fromStream, SYMBOLS, FrameStyle.WRITTEN);
    }
    assertArrayEquals(expected, fromStream.toByteArray());
    var fromZipped = new ByteArrayOutputStream();
    ProfileSymbolizer.symbolize(zipped, fromZipped, SYMBOLS, FrameStyle.WRITTEN);
    assertArrayEquals(
        expected,
        new GZIPInputStream(new ByteArrayInputStream(fromZipped.toByteArray())).readAllBytes());
    try (var temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertEquals(0, temporary.filter(path -> path.toString().contains("tiptoe-profile")).count());
    }
  }

  @Test
  void offsetOfIl_from2To31_givesANameWithoutALine() throws IOException {
    OtlpBuilder profile = new OtlpBuilder();
    int written = profile.mapping("Written.dll", TestSymbols.mvid(TestSymbols.WRITTEN));
    profile.dotnet(written, DotnetAddress.of(1, -1));
    profile.dotnet(written, DotnetAddress.of(1, Integer.MAX_VALUE));
    Runs run = Runs.otlp(profile.build().toByteArray(), SYMBOLS);
    assertEquals(2, run.statistics().resolved());
    assertTrue(run.statistics().withLine() <= 1);
  }

  @Test
  void mapping_withABuildIdOfAnotherForm_hasNoMvid() throws IOException {
    OtlpBuilder profile = new OtlpBuilder();
    for (String id :
        new String[] {"", "{}", "00000000-0000-0000-0000-000000000000", "x".repeat(36)}) {
      profile.dotnet(profile.mapping("A.dll", id), DotnetAddress.of(1, 0));
    }
    Runs run = Runs.otlp(profile.build().toByteArray(), SYMBOLS);
    assertEquals(Map.of(Unresolved.NO_MVID, 4L), run.statistics().unresolved());
  }
}
