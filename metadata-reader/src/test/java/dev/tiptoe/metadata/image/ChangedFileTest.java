// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Signatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that is cut or overwritten while it is open: right answers before, none after. */
class ChangedFileTest {

  private static final int METHODS = 8_000;

  @TempDir private Path folder = Path.of("");

  private static byte[] module(String prefix) {
    ImageBuilder builder = ImageBuilder.assembly("Many", "1.0.0.0");
    byte[] signature = Signatures.method(Signatures.primitive(Signatures.I4));
    for (int i = 1; i <= METHODS; i++) {
      builder.method(prefix + i, signature);
    }
    byte[] bytes = builder.build().bytes();
    // A compiler stamps each build, as a rule with a hash of all of it.
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return file.putInt(file.getInt(0x3c) + 8, prefix.hashCode()).array();
  }

  private Image open() throws IOException {
    return Image.open(Files.write(folder.resolve("Many.dll"), module("M")));
  }

  private void cut(long size) throws IOException {
    try (FileChannel file =
        FileChannel.open(folder.resolve("Many.dll"), StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  /** Asks about all methods, often enough to be compiled; returns how often it was refused. */
  private static int ask(Image image, int times) {
    int refused = 0;
    for (int i = 0; i < times; i++) {
      int rid = 1 + i % METHODS;
      MethodDef method = new MethodDef(image, rid);
      try {
        if (i % 3 == 0) {
          assertEquals("M" + rid, method.name());
        } else if (i % 3 == 1) {
          assertEquals(0, method.rva());
        } else {
          assertEquals(3, method.signature().length());
        }
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    return refused;
  }

  @Test
  void cut_toItsFirstPage_refusesEveryAnswer() throws IOException {
    Image image = open();
    assertEquals(0, ask(image, 3 * METHODS));
    cut(4096);
    assertEquals(3 * METHODS, ask(image, 3 * METHODS));
  }

  @Test
  void cut_byItsLastPage_refusesEveryAnswer() throws IOException {
    Image image = open();
    cut(Files.size(folder.resolve("Many.dll")) - 4096);
    assertEquals(METHODS, ask(image, METHODS));
  }

  @Test
  void cut_toNothing_refusesWithTheFilesName() throws IOException {
    Image image = open();
    cut(0);
    MetadataFormatException refusal =
        assertThrows(MetadataFormatException.class, () -> new MethodDef(image, 1).name());
    assertEquals(folder.resolve("Many.dll").toString(), refusal.file());
    assertEquals("the file was changed while it was open", refusal.reason());
  }

  @Test
  void overwritten_withAnother_refusesEveryAnswer() throws IOException {
    Image image = open();
    assertEquals(0, ask(image, METHODS));
    Files.write(folder.resolve("Many.dll"), module("N"));
    assertEquals(METHODS, ask(image, METHODS));
  }

  /** A file of some methods whose names begin so, built at that time, with that MVID. */
  private static byte[] build(String name, int time, UUID mvid) {
    ImageBuilder builder = ImageBuilder.assembly("Some", "1.0.0.0").mvid(mvid);
    for (int i = 0; i < 100; i++) {
      builder.method(name + i, Signatures.method(Signatures.primitive(Signatures.I4)));
    }
    byte[] bytes = builder.build().bytes();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return file.putInt(file.getInt(0x3c) + 8, time).array();
  }

  static Stream<byte[]> otherBuilds() {
    return Stream.of(
        build("N", 7, new UUID(8, 9)),
        build("M", 8, new UUID(8, 9)),
        build("M", 7, new UUID(8, 10)),
        build("M", 7, new UUID(9, 9)),
        build("N", 8, new UUID(10, 11)));
  }

  @ParameterizedTest
  @MethodSource("otherBuilds")
  void overwritten_withABuildThatDiffersALittle_refusesTheFirstAnswer(byte[] other)
      throws IOException {
    for (int question = 0; question < 4; question++) {
      Path file = folder.resolve("Some" + question);
      Image image = Image.open(Files.write(file, build("M", 7, new UUID(8, 9))));
      Files.write(file, other);
      MethodDef method = new MethodDef(image, 1);
      Supplier<?> asked =
          List.<Supplier<?>>of(
                  method::name, method::signature, method::rva, () -> image.findType("", "M"))
              .get(question);
      assertThrows(MetadataFormatException.class, asked::get);
    }
  }

  @Test
  void restored_afterItWasCut_staysRefused() throws IOException {
    Image image = open();
    cut(0);
    assertEquals(METHODS, ask(image, METHODS));
    Files.write(folder.resolve("Many.dll"), module("M"));
    assertEquals(METHODS, ask(image, METHODS));
  }

  @Test
  void replaced_byRenaming_isReadOn() throws IOException {
    Image image = open();
    Path other = Files.write(folder.resolve("Other.dll"), module("N"));
    Files.move(other, folder.resolve("Many.dll"), StandardCopyOption.REPLACE_EXISTING);
    assertEquals(0, ask(image, METHODS));
  }

  /** Nothing but the format's exception leaves, and no wrong answer, whenever the file is cut. */
  @Test
  void cut_whileItIsRead_givesRightAnswersOrNone() throws Exception {
    for (int round = 0; round < 5; round++) {
      Image image = open();
      AtomicInteger asked = new AtomicInteger();
      int cutAt = 5 + round;
      Thread cutter =
          new Thread(
              () -> {
                while (asked.get() < cutAt) {
                  Thread.onSpinWait();
                }
                try {
                  cut(4096);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      cutter.start();
      int refused = 0;
      while (refused < METHODS) {
        refused += ask(image, METHODS / 10);
        asked.incrementAndGet();
      }
      cutter.join();
      assertTrue(asked.get() > cutAt);
    }
  }
}
