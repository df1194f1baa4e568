// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.symbols;

import dev.tiptoe.bench.Checksum;
import dev.tiptoe.symbols.index.IndexFolder;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** Our side: a folder of symbol indexes. Not thread-safe. */
final class IndexSide implements Consumer<String> {

  private static final int HEADER_LENGTH = 12;
  private static final int MVID = 16;

  private final Path folder;
  private final IndexFolder indexes;
  private final long[] high;
  private final long[] low;
  private final int[] rids;
  private final int[] ilOffsets;

  IndexSide(Frames frames, Path folder) throws IOException {
    this.folder = folder;
    write(frames, folder);
    this.indexes = IndexFolder.open(folder, this);
    this.high = new long[frames.count()];
    this.low = new long[frames.count()];
    this.rids = new int[frames.count()];
    this.ilOffsets = new int[frames.count()];
    UUID[] mvids = new UUID[frames.modules()];
    for (int module = 0; module < mvids.length; module++) {
      mvids[module] = Frames.mvid(module);
    }
    for (int i = 0; i < frames.count(); i++) {
      UUID mvid = mvids[frames.module(i)];
      high[i] = mvid.getMostSignificantBits();
      low[i] = mvid.getLeastSignificantBits();
      rids[i] = frames.point(i).rid();
      ilOffsets[i] = frames.point(i).ilOffset();
    }
  }

  @Override
  public void accept(String problem) {
    throw new IllegalStateException(problem);
  }

  /** Writes the index of the module, and copies of it under the other MVIDs. */
  static void write(Frames frames, Path folder) throws IOException {
    Path file =
        new SymbolIndexWriter(folder, true)
            .write(frames.image(), frames.pdb())
            .orElseThrow()
            .file();
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    for (int module = 0; module < frames.modules(); module++) {
      UUID mvid = Frames.mvid(module);
      Files.write(folder.resolve(mvid + SymbolIndexWriter.SUFFIX), named(content, mvid));
    }
  }

  private static byte[] named(byte[] content, UUID mvid) {
    ByteBuffer bytes = ByteBuffer.wrap(content.clone()).order(ByteOrder.LITTLE_ENDIAN);
    long high = mvid.getMostSignificantBits();
    bytes.putInt(MVID, (int) (high >>> 32));
    bytes.putShort(MVID + 4, (short) (high >>> 16)).putShort(MVID + 6, (short) high);
    bytes.putLong(MVID + 8, Long.reverseBytes(mvid.getLeastSignificantBits()));
    int end = bytes.getInt(HEADER_LENGTH) - 4;
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), 0, end);
    return bytes.putInt(end, (int) crc.getValue()).array();
  }

  Consumer<Checksum> work(String word) {
    return switch (word) {
      case "codes" -> this::codes;
      case "codes-batch" -> this::batch;
      case "strings" -> this::strings;
      default -> this::open;
    };
  }

  private void codes(Checksum checksum) {
    for (int i = 0; i < rids.length; i++) {
      long place = indexes.place(indexes.module(high[i], low[i]), rids[i], ilOffsets[i]);
      checksum.add(Frames.code(SymbolIndex.line(place), SymbolIndex.document(place)));
    }
  }

  private void batch(Checksum checksum) {
    int[] modules = new int[rids.length];
    long[] places = new long[rids.length];
    indexes.modules(high, low, modules);
    indexes.places(modules, rids, ilOffsets, places);
    for (long place : places) {
      checksum.add(Frames.code(SymbolIndex.line(place), SymbolIndex.document(place)));
    }
  }

  private void strings(Checksum checksum) {
    boolean whole = checksum.isWhole();
    for (int i = 0; i < rids.length; i++) {
      int module = indexes.module(high[i], low[i]);
      long place = indexes.place(module, rids[i], ilOffsets[i]);
      String name = indexes.nameOf(module, rids[i]);
      String path = indexes.documentOf(module, place);
      checksum.add(Frames.code(name, path, SymbolIndex.line(place), whole));
    }
  }

  private void open(Checksum checksum) {
    try {
      IndexFolder fresh = IndexFolder.open(folder, this);
      for (int i = 0; i < fresh.moduleCount(); i++) {
        UUID mvid = Frames.mvid(i);
        int module = fresh.module(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits());
        checksum.add(fresh.place(module, rids[0], ilOffsets[0]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
