// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.ProfileFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles from streams: without an end, and as gzip data of all forms. */
class ProfileBytesTest {

  /** A stream without an end. */
  private static final class Endless extends InputStream {
    private long given;

    @Override
    public int read() {
      given++;
      return 0x0a;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      Arrays.fill(into, offset, offset + length, (byte) 0x0a);
      given += length;
      return length;
    }
  }

  /** Gives one byte at a time, and never says that more are there, as a slow pipe. */
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(1, length));
      }

      @Override
      public synchronized int available() {
        return 0;
      }
    };
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] all(ProfileBytes bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    bytes.copy(0, bytes.size(), out);
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stream_withoutAnEnd_isRefusedAtTheLimitAndLeavesNoFile(boolean compressed) {
    Endless endless = new Endless();
    List<Path> files = new ArrayList<>();
    Spool spool =
        new Spool(
            "pipe",
            compressed,
            file -> {
              files.add(file);
              return 80L << 20;
            });
    ProfileFormatException refused =
        assertThrows(
            ProfileFormatException.class, () -> ProfileBytes.spooled(endless, "pipe", spool));
    String reason = refused.reason();
    assertTrue(reason.startsWith("more than 40 MiB, the most that is kept"), reason);
    assertTrue(endless.given <= (40 << 20) + (1 << 16), endless.given + " bytes");
    assertEquals(1, files.size());
    assertFalse(Files.exists(files.get(0)));
  }

  @Test
  void stream_whoseReadingFails_leavesNoFile() {
    List<Path> files = new ArrayList<>();
    Spool spool =
        new Spool(
            "pipe",
            false,
            file -> {
              files.add(file);
              throw new IllegalStateException("no disk");
            });
    assertThrows(
        IllegalStateException.class, () -> ProfileBytes.spooled(new Endless(), "pipe", spool));
    assertFalse(Files.exists(files.get(0)));
  }

  @Test
  void limit_isHalfOfWhatIsFreeAndAtMost8GiB() {
    assertEquals(8L << 30, Spool.most(1L << 40));
    assertEquals(1L << 20, Spool.most(2L << 20));
    assertEquals(0, Spool.most(0));
  }

  @Test
  void gzip_ofSeveralMembers_isReadToItsEndHoweverItArrives() throws IOException {
    byte[] first = new byte[100_000];
    byte[] second = new byte[70_000];
    new Random(7).nextBytes(first);
    byte[] all = joined(zipped(first), zipped(new byte[0]), zipped(second));
    for (InputStream in : List.of(slow(all), new ByteArrayInputStream(all))) {
      try (ProfileBytes bytes = ProfileBytes.read(in, "profile")) {
        assertArrayEquals(joined(first, second), all(bytes));
        assertTrue(bytes.isCompressed());
        assertEquals(OptionalLong.empty(), bytes.ignoredFrom());
      }
    }
  }

  /** The JDK's own reader goes one call deeper with each. */
  @Test
  void gzip_ofManyEmptyMembers_isRead() throws IOException {
    byte[] all = joined(repeated(zipped(new byte[0]), 50_000), zipped(new byte[] {1, 2, 3}));
    try (ProfileBytes bytes = ProfileBytes.read(new ByteArrayInputStream(all), "profile")) {
      assertArrayEquals(new byte[] {1, 2, 3}, all(bytes));
    }
  }

  private static byte[] repeated(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  @Test
  void gzip_withAHeaderOfAllFields_isRead() throws IOException {
    byte[] plain = zipped(new byte[] {1, 2, 3});
    byte[] header = {
      0x1f, (byte) 0x8b, 8, 0x1f, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7, 'a', 0, 'b', 0, 9, 9
    };
    byte[] full = joined(header, Arrays.copyOfRange(plain, 10, plain.length));
    try (ProfileBytes bytes = ProfileBytes.read(slow(full), "profile")) {
      assertArrayEquals(new byte[] {1, 2, 3}, all(bytes));
    }
  }

  @Test
  void gzip_beforeSomethingElse_isReadAndTheRestIsReported() throws IOException {
    byte[] member = zipped(new byte[] {1, 2, 3});
    for (byte[] garbage : new byte[][] {{'x'}, {0x1f}, {0x1f, 0x1f}, new byte[5000]}) {
      for (InputStream in :
          List.of(
              slow(joined(member, garbage)), new ByteArrayInputStream(joined(member, garbage)))) {
        try (ProfileBytes bytes = ProfileBytes.read(in, "profile")) {
          assertArrayEquals(new byte[] {1, 2, 3}, all(bytes));
          assertEquals(OptionalLong.of(member.length), bytes.ignoredFrom());
        }
      }
    }
  }

  @Test
  void gzip_thatIsCutOrChanged_isRefused() throws IOException {
    byte[] member = zipped("some bytes, some bytes".getBytes(StandardCharsets.US_ASCII));
    byte[] two = joined(member, member);
    for (int length = member.length + 2; length < two.length; length++) {
      byte[] cut = Arrays.copyOf(two, length);
      assertThrows(
          ProfileFormatException.class,
          () -> ProfileBytes.read(new ByteArrayInputStream(cut), "profile"));
    }
    byte[] sum = two.clone();
    sum[two.length - 8] ^= 1;
    assertThrows(
        ProfileFormatException.class,
        () -> ProfileBytes.read(new ByteArrayInputStream(sum), "profile"));
  }
}
