// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes in a file system without locks. */
class IndexPublisherTest {

  private static final String SCHEME = "shared";
  private static final Image ORIGINAL = image((byte) 0);
  private static final Image REWRITTEN = image((byte) 1);

  /** What another task does once, right after a task found no index. */
  private static final AtomicReference<Runnable> OTHER_TASK = new AtomicReference<>(() -> {});

  @TempDir private Path folder = Path.of("");

  /** Files of this machine by another name, which another task may change at a given moment. */
  public static final class SharedFileSystem extends PlainFileSystem.Raw {

    /** Creates it, as Hadoop does. */
    public SharedFileSystem() {}

    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public URI getUri() {
      return URI.create(SCHEME + ":///");
    }

    @Override
    public boolean exists(org.apache.hadoop.fs.Path path) throws IOException {
      boolean exists = super.exists(path);
      OTHER_TASK.getAndSet(() -> {}).run();
      return exists;
    }
  }

  /** Rewrites a module as some tools do: with the same MVID and another PDB. */
  private static Image image(byte pdb) {
    try {
      byte[] module = Files.readAllBytes(TestAssembly.TRACES.path());
      int at = new String(module, StandardCharsets.ISO_8859_1).indexOf("RSDS");
      module[at + 4] ^= pdb;
      return Image.of("Traces.dll", module);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Configuration hadoop() {
    Configuration hadoop = new Configuration(false);
    hadoop.set("fs." + SCHEME + ".impl", SharedFileSystem.class.getName());
    return hadoop;
  }

  private SymbolIndexWriter.Written publish(Image module) {
    try {
      return new IndexPublisher(SCHEME + "://" + folder, false, hadoop())
          .publish(module, new PortablePdb.Missing("none"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void build_thatAnotherTaskPublishesMeanwhile_isNotLost() throws IOException {
    OTHER_TASK.set(() -> assertEquals(1, publish(REWRITTEN).builds()));
    assertEquals(2, publish(ORIGINAL).builds());
    for (Image each : List.of(ORIGINAL, REWRITTEN)) {
      SymbolIndexWriter.Written kept = publish(each);
      assertEquals(List.of(false, 2), List.of(kept.isNew(), kept.builds()));
    }
    String name = ORIGINAL.mvid().orElseThrow() + SymbolIndexWriter.SUFFIX;
    assertEquals(List.of(name), IndexedModules.files(folder));
  }

  @Test
  void lock_ofATaskThatWasEnded_isRemovedAfterAWhile() throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(SCHEME + "://" + folder + "/a");
    FileSystem system = file.getFileSystem(hadoop());
    Files.createFile(folder.resolve(".a.lock"));
    try (StoredLock lock = StoredLock.of(system, file, Duration.ofMillis(1))) {
      assertEquals(List.of(".a.lock"), IndexedModules.files(folder), lock::toString);
    }
    assertTrue(IndexedModules.files(folder).isEmpty());
  }
}
