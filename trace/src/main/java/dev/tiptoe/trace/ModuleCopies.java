// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The modules of which a trace of the agent has a copy, because they have no file. A copy is the
 * metadata alone: it has names, and neither code nor the identity of a PDB. Stateless.
 */
public final class ModuleCopies {

  private ModuleCopies() {}

  /**
   * Returns whether a file is a trace of the agent, by its first bytes; a {@code .nettrace} file is
   * none, and has no copies.
   *
   * @throws IOException when it cannot be read
   */
  public static boolean isTrace(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return isTrace(in.readNBytes(Long.BYTES));
    }
  }

  /** Returns whether the beginning of a file is that of a trace of the agent. */
  public static boolean isTrace(byte[] head) {
    return head.length >= Long.BYTES
        && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong()
            == FileHeaderLayout.MAGIC_VALUE;
  }

  /**
   * Reads the newest copy of each module, named {@code TRACE!MODULE}; they are in memory, at most
   * 512 MiB.
   *
   * @param problems receives the reason for each copy that cannot be used
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is not a trace, or has a major version that this reader
   *     does not know
   */
  public static List<Image> read(Path file, Consumer<String> problems) throws IOException {
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(new ModulesAlone(map));
    }
    return map.history()
        .modules()
        .map(ModuleFact::loaded)
        .distinct()
        .flatMap(module -> map.metadataOf(module).map(copy -> named(file, module, copy)).stream())
        .flatMap(copy -> image(copy, problems).stream())
        .toList();
  }

  private static Bytes named(Path file, LoadedModule module, Bytes copy) {
    return copy.named(file + "!" + module.path());
  }

  private static Optional<Image> image(Bytes copy, Consumer<String> problems) {
    try {
      return Optional.of(Image.of(copy));
    } catch (MetadataFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Passes on the facts about modules, and no others. */
  private record ModulesAlone(RuntimeFeed to) implements RuntimeFeed {

    @Override
    public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
      to.moduleLoaded(at, module, loaded);
    }

    @Override
    public void moduleMetadata(long at, ModuleID module, Bytes metadata) {
      to.moduleMetadata(at, module, metadata);
    }

    @Override
    public void unloadStarted(long at, RuntimeID id) {
      if (id instanceof ModuleID) {
        to.unloadStarted(at, id);
      }
    }
  }
}
