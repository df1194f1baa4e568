// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes that are read when they are asked for, and files that change meanwhile. */
class StoredBytesTest {

  static final int SIZE = 5 * Stored.CHUNK + 17;
  static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  static final String CHANGED = "the file was changed while it was open";

  @TempDir private Path folder = Path.of("");

  /** Some that hold zeros, letters, and all else. */
  static byte[] content(int seed) {
    byte[] content = new byte[SIZE];
    new Random(seed).nextBytes(content);
    for (int i = 0; i < SIZE; i++) {
      boolean text = i / 1000 % 2 == 0;
      content[i] = text ? (byte) ('a' + (content[i] & 15)) : content[i];
    }
    return content;
  }

  /** A file that was not written just now: a change in the same moment might not show. */
  private Path file(String name, byte[] content) throws IOException {
    Path file = Files.write(folder.resolve(name), content);
    return Files.setLastModifiedTime(file, LONG_AGO);
  }

  private Bytes opened() throws IOException {
    return Bytes.open(file("file", content(1)));
  }

  private static MetadataFormatException refused(Bytes bytes, int at) {
    return assertThrows(MetadataFormatException.class, () -> bytes.i64(at));
  }

  private List<Bytes> stored() throws IOException {
    return List.of(opened(), Bytes.of("buffer", ByteBuffer.wrap(content(1)).asReadOnlyBuffer()));
  }

  @Test
  void reads_anywhere_areThoseOfTheSameBytesInMemory() throws IOException {
    Bytes memory = Bytes.of("memory", content(1));
    List<Function<Bytes, Object>> reads =
        List.of(
            Bytes::length,
            bytes -> bytes.u8(0),
            bytes -> bytes.u16(bytes.length() - 2),
            bytes -> bytes.i32(bytes.length() - 4),
            bytes -> bytes.i64(0),
            bytes -> bytes.guid(bytes.length() - 16),
            bytes -> bytes.findZero(0),
            bytes -> bytes.findZero(bytes.length() / 2, 700),
            bytes -> bytes.utf8(3, bytes.length() - 3),
            bytes -> bytes.utf16(1, bytes.length() / 2 - 1),
            bytes -> List.of(ByteBuffer.wrap(bytes.copy(0, bytes.length()))),
            bytes -> bytes.copyAscii(0, new byte[200], 3),
            bytes -> bytes.regionEquals(1, bytes, 1, bytes.length() - 1),
            bytes -> bytes.regionEquals(1, memory, 2, 10),
            bytes -> bytes.fileOffset(5),
            bytes -> bytes.inMemory().fileOffset(5));
    Random random = new Random(2);
    for (Bytes stored : stored()) {
      for (int i = 0; i < 500; i++) {
        int start = random.nextInt(SIZE - 16);
        int length = 16 + random.nextInt(i % 2 == 0 ? 16 : SIZE - start - 15);
        length = Math.min(length, SIZE - start);
        for (Function<Bytes, Object> read : reads) {
          Bytes window = stored.slice(start, length);
          assertEquals(read.apply(memory.slice(start, length)), read.apply(window));
        }
      }
      assertTrue(stored.sameAs(memory));
      assertTrue(memory.sameAs(stored));
    }
  }

  @Test
  void inMemory_ofWhatIsThere_isTheSame() throws IOException {
    for (Bytes stored : stored()) {
      Bytes memory = stored.inMemory();
      assertSame(memory, memory.inMemory());
      assertArrayEquals(content(1), memory.copy(0, SIZE));
    }
  }

  @Test
  void reads_outsideAWindow_areDamageAtTheirPlace() throws IOException {
    for (Bytes stored : stored()) {
      Bytes window = stored.slice(100, 50);
      for (int at : new int[] {-1, 43, 50, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
        MetadataFormatException e = refused(window, at);
        assertTrue(e.offset() >= 100 && e.offset() <= 150, e.getMessage());
        assertEquals(stored.file(), e.file());
      }
      assertThrows(MetadataFormatException.class, () -> window.findZero(51));
      assertThrows(MetadataFormatException.class, () -> window.copy(1, 50));
      assertThrows(MetadataFormatException.class, () -> window.copyAscii(51, new byte[9], 0));
    }
  }

  private void cut(long size) {
    try (FileChannel file = FileChannel.open(folder.resolve("file"), StandardOpenOption.WRITE)) {
      file.truncate(size);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "100", "20000"})
  void file_thatWasCut_isRefusedWithItsNameAndTheOffset(int size) throws IOException {
    Bytes bytes = opened();
    cut(size);
    MetadataFormatException e = refused(bytes.slice(16, 100), 0);
    assertEquals(folder.resolve("file").toString(), e.file());
    assertEquals(16, e.offset());
    assertEquals(CHANGED, e.reason());
  }

  @Test
  void file_thatWasOverwrittenInPlace_isRefused() throws IOException {
    Bytes bytes = opened();
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("file").toFile(), "rw")) {
      file.write(content(2));
    }
    assertEquals(CHANGED, refused(bytes, 0).reason());
  }

  @Test
  void file_thatWasReplacedByOneLikeIt_isRefused() throws IOException {
    Bytes bytes = opened();
    Path other = file("other", content(2));
    Files.move(other, folder.resolve("file"), StandardCopyOption.REPLACE_EXISTING);
    assertEquals(CHANGED, refused(bytes, 0).reason());
  }

  @Test
  void file_thatWasDeleted_isRefused() throws IOException {
    Bytes bytes = opened();
    Files.delete(folder.resolve("file"));
    assertTrue(refused(bytes, 0).reason().startsWith("the file cannot be read: "));
  }

  @Test
  void file_thatWasChanged_isStillReadWhereItIsInMemory() throws IOException {
    Bytes bytes = opened().slice(100, 10_000).inMemory();
    cut(0);
    assertArrayEquals(Bytes.of("memory", content(1)).copy(100, 10_000), bytes.copy(0, 10_000));
  }

  @ParameterizedTest
  @CsvSource({"0", "100", "20000"})
  void file_thatIsCutWhileItIsOpened_isRefused(int size) throws IOException {
    Path file = file("file", content(1));
    Function<Bytes, Object> reading =
        bytes -> {
          bytes.i64(8);
          cut(size);
          return bytes.i64(SIZE - 8);
        };
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Bytes.open(file, reading));
    assertEquals(CHANGED, e.reason());
    Function<Bytes, Object> readBefore =
        bytes -> {
          long read = bytes.i64(8);
          cut(size / 2);
          return read;
        };
    Files.write(file, content(1));
    Files.setLastModifiedTime(file, LONG_AGO);
    e = assertThrows(MetadataFormatException.class, () -> Bytes.open(file, readBefore));
    assertEquals(CHANGED, e.reason());
  }

  /** Apparent damage may be a file that is half overwritten. */
  @Test
  void file_thatIsChangedAndThenFoundDamaged_isSaidToBeChanged() throws IOException {
    Path file = file("file", content(1));
    Function<Bytes, Object> reading =
        bytes -> {
          cut(100);
          throw bytes.damaged(3, "odd");
        };
    assertEquals(
        CHANGED,
        assertThrows(MetadataFormatException.class, () -> Bytes.open(file, reading)).reason());
  }

  @Test
  void file_readByAThreadThatIsInterrupted_isRead() throws IOException {
    Bytes bytes = opened();
    Thread.currentThread().interrupt();
    try {
      assertEquals(Bytes.of("", content(1)).i64(9000), bytes.i64(9000));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void read_ofAWholeFile_needsItNoMore() throws IOException {
    Bytes bytes = Bytes.read(file("file", content(1)));
    Files.delete(folder.resolve("file"));
    assertArrayEquals(content(1), bytes.copy(0, SIZE));
  }

  @Test
  void window_forWhichThereIsNoMemory_isRefused() throws IOException {
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      // No array has so many elements.
      file.setLength(Integer.MAX_VALUE);
    }
    Bytes bytes = Bytes.open(large);
    MetadataFormatException e = assertThrows(MetadataFormatException.class, bytes::inMemory);
    assertEquals("there is no memory for 2147483647 bytes", e.reason());
    assertEquals(0, bytes.i64(Integer.MAX_VALUE - 8));
  }

  @Test
  void open_ofAFile_readsItByName() throws IOException {
    Path file = Files.write(folder.resolve("two"), new byte[] {1, 2});
    Bytes bytes = Bytes.open(file);
    assertEquals(2, bytes.length());
    assertEquals(0x0201, bytes.u16(0));
    assertEquals(file.toString(), bytes.file());
  }

  @ParameterizedTest
  @CsvSource({"folder, not a regular file", "empty, empty file"})
  void open_ofWhatHoldsNothing_saysThatItIsNotManaged(String name, String reason)
      throws IOException {
    Files.createDirectory(folder.resolve("folder"));
    Files.createFile(folder.resolve("empty"));
    Path path = folder.resolve(name);
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> Bytes.open(path));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(0, e.offset());
    assertEquals(path.toString(), e.file());
    assertEquals(reason, e.reason());
  }

  @Test
  void open_ofWhatIsNotThere_isNoMatterOfFormat() {
    Path absent = folder.resolve("absent");
    assertThrows(NoSuchFileException.class, () -> Bytes.open(absent));
    assertFalse(Files.exists(absent));
  }
}
