// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.testdata.TestAssembly;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedIndexFolderTest {

  private static final Duration PAUSE = Duration.ofSeconds(10);

  @TempDir private Path folder;

  private Image demo;
  private UUID mvid;

  @BeforeEach
  void openImage() throws IOException {
    demo = Image.open(TestAssembly.DEMO.path());
    mvid = demo.mvid().orElseThrow();
  }

  private void writeDemo() throws IOException {
    assertTrue(new SymbolIndexWriter(folder, true).write(demo, PortablePdb.of(demo)).isPresent());
  }

  private static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object deserialized(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  @Test
  void copy_thatWasSerialized_sharesTheOpenFolder() throws IOException, ClassNotFoundException {
    writeDemo();
    SharedIndexFolder original = new SharedIndexFolder(folder);
    assertTrue(original.find(mvid).isPresent());
    byte[] bytes = serialized(original);
    assertTrue(bytes.length < 1_000, bytes.length + " bytes");
    SharedIndexFolder copy = (SharedIndexFolder) deserialized(bytes);
    assertEquals(original, copy);
    assertEquals(original.hashCode(), copy.hashCode());
    assertSame(original.indexes(), copy.indexes());
    FrameAnswer frame = Symbols.of(copy).frame(mvid, new Token(0x06000001), 0);
    assertInstanceOf(FrameAnswer.Known.class, frame);
  }

  @Test
  void module_thatAppears_isFoundAfterAPauseAndNotBefore() throws IOException {
    AtomicLong clock = new AtomicLong(-5);
    List<String> problems = new ArrayList<>();
    IndexFolder indexes = IndexFolder.open(folder, problems::add);
    SharedIndexFolder.Shared shared = new SharedIndexFolder.Shared(indexes, clock::get);
    assertEquals(IndexFolder.NONE, shared.again(mvid, PAUSE));
    writeDemo();
    clock.addAndGet(PAUSE.toNanos() - 1);
    assertEquals(IndexFolder.NONE, shared.again(mvid, PAUSE));
    clock.addAndGet(1);
    assertEquals(0, shared.again(mvid, PAUSE));
    assertEquals(1, indexes.moduleCount());
    assertEquals(List.of(), problems);
  }

  @Test
  void damagedFile_thatIsReplaced_isUsedAfterAPause() throws IOException {
    Path file = folder.resolve(mvid + SymbolIndexWriter.SUFFIX);
    Files.writeString(file, "no index");
    AtomicLong clock = new AtomicLong();
    List<String> problems = new ArrayList<>();
    IndexFolder indexes = IndexFolder.open(folder, problems::add);
    SharedIndexFolder.Shared shared = new SharedIndexFolder.Shared(indexes, clock::get);
    assertEquals(IndexFolder.NONE, shared.again(mvid, PAUSE));
    assertEquals(1, problems.size(), problems::toString);
    Files.delete(file);
    writeDemo();
    clock.addAndGet(PAUSE.toNanos());
    int module = shared.again(mvid, PAUSE);
    assertEquals(Optional.of(mvid), indexes.symbols(module).mvid());
  }

  @Test
  void manyMissingModules_areBounded() throws IOException {
    writeDemo();
    SharedIndexFolder shared = new SharedIndexFolder(folder);
    for (int i = 0; i < 200_000; i++) {
      assertEquals(IndexFolder.NONE, shared.module(i, ~i));
    }
    assertTrue(shared.find(mvid).isPresent());
    assertEquals(1, shared.indexes().moduleCount());
  }

  /** A sender of profiles can name any number of modules that do not exist. */
  @Test
  void missingModules_areLookedFor_upToANumberInEachPause() throws IOException {
    AtomicLong clock = new AtomicLong(-5);
    IndexFolder indexes = IndexFolder.open(folder, problem -> {});
    SharedIndexFolder.Shared shared = new SharedIndexFolder.Shared(indexes, clock::get);
    for (int i = 0; i < 100_000; i++) {
      assertEquals(IndexFolder.NONE, shared.again(new UUID(i, i), PAUSE));
    }
    writeDemo();
    // It was not looked for yet, so no pause of its own holds it up.
    assertEquals(IndexFolder.NONE, shared.again(mvid, PAUSE));
    clock.addAndGet(PAUSE.toNanos());
    assertEquals(0, shared.again(mvid, PAUSE));
  }

  @Test
  void moduleThatAppears_isFound_howeverManyThatNeverWereAreNamedBeforeIt() throws IOException {
    AtomicLong clock = new AtomicLong();
    IndexFolder indexes = IndexFolder.open(folder, problem -> {});
    SharedIndexFolder.Shared shared = new SharedIndexFolder.Shared(indexes, clock::get);
    long invented = 0;
    for (int pause = 0; pause < 3; pause++) {
      for (int i = 0; i < 10_000; i++) {
        invented++;
        assertEquals(IndexFolder.NONE, shared.again(new UUID(invented, 1), PAUSE));
      }
      if (pause == 0) {
        // After the folder was listed in this pause.
        writeDemo();
        assertEquals(IndexFolder.NONE, shared.again(mvid, PAUSE));
      }
      clock.addAndGet(PAUSE.toNanos());
    }
    assertEquals(0, indexes.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits()));
  }

  @Test
  void folder_thatIsNotThere_isReportedAndOpenedOnceItIs() throws IOException {
    Path later = folder.resolve("later");
    SharedIndexFolder shared = new SharedIndexFolder(later);
    UncheckedIOException thrown =
        assertThrows(UncheckedIOException.class, () -> shared.module(1, 2));
    assertTrue(String.valueOf(thrown.getMessage()).contains(later.toString()), thrown::toString);
    Files.createDirectory(later);
    assertEquals(IndexFolder.NONE, shared.module(1, 2));
  }
}
