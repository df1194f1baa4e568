// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.given.OtlpBuilder;
import dev.tiptoe.profile.given.Pprof;
import dev.tiptoe.profile.given.RandomProfile;
import dev.tiptoe.profile.given.Runs;
import dev.tiptoe.profile.given.TestSymbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileSymbolizerTest {

  private static final String WRITTEN = TestSymbols.mvid(TestSymbols.WRITTEN).toString();

  private static byte[] otlp() {
    OtlpBuilder profile = new OtlpBuilder();
    int written = profile.mapping("Written.dll", WRITTEN);
    for (int rid = 1; rid < 200; rid++) {
      profile.sample(rid, profile.dotnet(written, DotnetAddress.of(rid, 1)));
    }
    return profile.build().toByteArray();
  }

  private static byte[] pprof() {
    Pprof profile = new Pprof();
    long written = profile.mapping("Written.dll", WRITTEN, 0);
    for (int rid = 1; rid < 200; rid++) {
      profile.sample(rid, profile.location(written, DotnetAddress.of(rid, 1), 0));
    }
    return profile.build().toByteArray();
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }

  private static Optional<ProfileFormat> format(byte[] bytes) {
    return ProfileFormat.of(Arrays.copyOf(bytes, Math.min(bytes.length, ProfileFormat.HEAD)));
  }

  @Test
  void profile_ofEitherFormat_isRecognized() throws IOException {
    byte[] delimited =
        ByteBuffer.allocate(4 + otlp().length).putInt(otlp().length).put(otlp()).array();
    assertEquals(Optional.of(ProfileFormat.OTLP), format(otlp()));
    assertEquals(Optional.of(ProfileFormat.OTLP), format(zipped(otlp())));
    assertEquals(Optional.of(ProfileFormat.OTLP), format(delimited));
    assertEquals(Optional.of(ProfileFormat.PPROF), format(pprof()));
    assertEquals(Optional.of(ProfileFormat.PPROF), format(zipped(pprof())));
  }

  @Test
  void profile_behindManyEmptyGzipMembers_isRecognized() throws IOException {
    var all = new ByteArrayOutputStream();
    byte[] empty = zipped(new byte[0]);
    for (int i = 0; i < 50_000; i++) {
      all.writeBytes(empty);
    }
    all.writeBytes(zipped(pprof()));
    assertEquals(Optional.of(ProfileFormat.PPROF), ProfileFormat.of(all.toByteArray()));
  }

  /** The order of fields is free, and the IDs of the first stack may be more than is looked at. */
  @Test
  void pprof_thatBeginsWithADeepStack_isRecognized() {
    for (int depth : new int[] {1, 100, 1000, 2030, 2050, 10_000}) {
      byte[] ids = new byte[2 * depth];
      for (int i = 0; i < depth; i++) {
        ids[2 * i] = (byte) (0x80 | i % 100);
        ids[2 * i + 1] = (byte) (1 + i % 50);
      }
      byte[] sample =
          ByteString.copyFrom(new byte[] {0x0a})
              .concat(varint(ids.length))
              .concat(ByteString.copyFrom(ids))
              .toByteArray();
      byte[] profile =
          ByteString.copyFrom(new byte[] {0x12})
              .concat(varint(sample.length))
              .concat(ByteString.copyFrom(sample))
              .concat(ByteString.copyFrom(pprof()))
              .toByteArray();
      assertEquals(Optional.of(ProfileFormat.PPROF), format(profile), depth + " frames");
    }
  }

  private static ByteString varint(int value) {
    byte[] bytes = new byte[CodedOutputStream.computeUInt32SizeNoTag(value)];
    try {
      CodedOutputStream.newInstance(bytes).writeUInt32NoTag(value);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ByteString.copyFrom(bytes);
  }

  @Test
  void profiles_ofEverySize_areRecognized() {
    for (int seed = 0; seed < 200; seed++) {
      byte[] plain = RandomProfile.of(new Random(seed)).toByteArray();
      assertEquals(Optional.of(ProfileFormat.OTLP), format(plain), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
        "\n   at Shop.Buy(Int32) in /src/Shop.cs:line 5\n",
        "Unhandled exception. System.Exception: x\n   at Shop.Buy()\n",
        "{\"resourceProfiles\":[]}",
        "\r\n\r\n",
        "\t\t\tx",
        "Nettrace\u0014\u0000\u0000\u0000!FastSerialization.1",
        "\u0012\u0003abc",
        "\u0001\u0002\u0003\u0004\u0005\u0006",
      })
  void text_isNoProfile(String text) {
    assertEquals(
        Optional.empty(),
        format(text.getBytes(StandardCharsets.UTF_8)).filter(ProfileFormat::isSymbolized));
  }

  @Test
  void profile_ofEitherFormat_isSymbolizedInItsOwn() throws IOException {
    for (byte[] bytes : new byte[][] {otlp(), pprof()}) {
      var out = new ByteArrayOutputStream();
      assertEquals(
          199,
          ProfileSymbolizer.symbolize(
                  new ByteArrayInputStream(bytes), out, TestSymbols.both(), FrameStyle.WRITTEN)
              .resolved());
      byte[] expected =
          bytes[1] == 4
              ? Runs.pprof(bytes, TestSymbols.both()).bytes()
              : Runs.otlp(bytes, TestSymbols.both()).bytes();
      assertArrayEquals(expected, out.toByteArray());
    }
  }
}
