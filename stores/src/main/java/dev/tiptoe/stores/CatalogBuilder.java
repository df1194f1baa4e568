// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A catalog that is being made. For one thread.
 *
 * <p>Memory: 40 bytes a file, 16 bytes a content, 12 bytes a key, and the texts.
 */
final class CatalogBuilder {

  private static final int LONGEST_TEXT = 0xffff;

  /** The keys of the paths, and the files in the order in which they were added. */
  private final Pairs paths = new Pairs();

  /** Size, time, folder and name, first content, of each file; two numbers in one where small. */
  private long[] files = new long[4 << 8];

  private int[] contents = new int[4 << 8];
  private int contentCount;
  private final Pairs keys = new Pairs();
  private byte[] texts = new byte[1 << 12];
  private int textLength = 2;
  private final Map<String, Integer> folders = new HashMap<>();

  /** Adds a file; what is added next is in it. */
  void beginFile(long pathKey, long size, long modified, String folder, String name) {
    int file = paths.size();
    paths.add(pathKey, file);
    if (4 * file + 4 > files.length) {
      files = Arrays.copyOf(files, files.length + (files.length >> 1));
    }
    files[4 * file] = size;
    files[4 * file + 1] = modified;
    files[4 * file + 2] = ((long) folder(folder) << 32) | (text(name) & 0xffffffffL);
    files[4 * file + 3] = contentCount;
  }

  private int folder(String folder) {
    Integer known = folders.get(folder);
    if (known == null) {
      // Most folders of a symbol store have one file: only some can be worth remembering.
      if (folders.size() == 1 << 14) {
        folders.clear();
      }
      known = text(folder);
      folders.put(folder, known);
    }
    return known;
  }

  /** Adds a content of the last file; returns its number. */
  int addContent(String member, int kind, String moduleName) {
    if (4 * contentCount + 4 > contents.length) {
      contents = Arrays.copyOf(contents, contents.length + (contents.length >> 1));
    }
    int at = 4 * contentCount;
    contents[at] = paths.size() - 1;
    contents[at + 1] = text(member);
    contents[at + 2] = kind;
    contents[at + 3] = text(moduleName);
    return contentCount++;
  }

  /** Adds a key of a content. */
  void addKey(long key, int content) {
    keys.add(key, content);
  }

  private int text(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > LONGEST_TEXT) {
      throw new IllegalArgumentException("a text of " + utf8.length + " bytes");
    }
    int needed = Math.addExact(textLength, utf8.length + 2);
    if (needed > texts.length) {
      long more = texts.length + (long) (texts.length >> 1);
      texts = Arrays.copyOf(texts, (int) Math.max(needed, Math.min(more, 0x7fffff00)));
    }
    int at = textLength;
    texts[at] = (byte) utf8.length;
    texts[at + 1] = (byte) (utf8.length >>> 8);
    System.arraycopy(utf8, 0, texts, at + 2, utf8.length);
    textLength = needed;
    return at;
  }

  /** Returns whether a text fits into a catalog. */
  static boolean fits(String text) {
    return text.length() <= LONGEST_TEXT / 3;
  }

  /** Returns the layout; afterwards nothing can be added. */
  CatalogFormat format() throws IOException {
    CatalogFormat format = new CatalogFormat(paths.size(), contentCount, keys.size(), textLength);
    if (format.length() > Integer.MAX_VALUE) {
      throw new FileSystemException("a catalog of more than 2 GiB");
    }
    return format;
  }

  /**
   * Writes everything but the header.
   *
   * @return the header, which is to be written last, at the beginning
   */
  byte[] writeBody(OutputStream to) throws IOException {
    CatalogFormat format = format();
    paths.sort();
    keys.sort();
    Blocks out = new Blocks(to, format.blocks());
    int[] places = new int[paths.size()];
    for (int i = 0; i < paths.size(); i++) {
      places[paths.value(i)] = i;
      writeFile(out, i);
    }
    for (int i = 0; i < contentCount; i++) {
      out.i32(places[contents[4 * i]]);
      out.i32(contents[4 * i + 1]);
      out.i32(contents[4 * i + 2]);
      out.i32(contents[4 * i + 3]);
    }
    for (int i = 0; i < keys.size(); i++) {
      out.i64(keys.key(i));
    }
    for (int i = 0; i < keys.size(); i++) {
      out.i32(keys.value(i));
    }
    out.bytes(texts, textLength);
    return format.header(out.end());
  }

  private void writeFile(Blocks out, int place) throws IOException {
    int file = paths.value(place);
    long first = files[4 * file + 3];
    long end = file + 1 < paths.size() ? files[4 * file + 7] : contentCount;
    out.i64(paths.key(place));
    out.i64(files[4 * file]);
    out.i64(files[4 * file + 1]);
    out.i32((int) (files[4 * file + 2] >>> 32));
    out.i32((int) files[4 * file + 2]);
    out.i32((int) first);
    out.i32((int) (end - first));
  }

  /** Writes numbers and computes the checksum of each block. */
  private static final class Blocks {

    private final OutputStream to;
    private final ByteBuffer block =
        ByteBuffer.allocate(CatalogFormat.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer checksums;
    private int skipped = CatalogFormat.HEADER;

    Blocks(OutputStream to, int count) {
      this.to = to;
      this.checksums = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
      block.position(skipped);
    }

    void i32(int value) throws IOException {
      if (block.remaining() < 4) {
        byte[] parts = {
          (byte) value, (byte) (value >>> 8), (byte) (value >>> 16), (byte) (value >>> 24)
        };
        bytes(parts, 4);
      } else {
        block.putInt(value);
      }
    }

    void i64(long value) throws IOException {
      i32((int) value);
      i32((int) (value >>> 32));
    }

    void bytes(byte[] all, int length) throws IOException {
      int at = 0;
      while (at < length) {
        if (!block.hasRemaining()) {
          flush();
        }
        int part = Math.min(block.remaining(), length - at);
        block.put(all, at, part);
        at += part;
      }
    }

    private void flush() throws IOException {
      CRC32C crc = new CRC32C();
      crc.update(block.array(), skipped, block.position() - skipped);
      checksums.putInt((int) crc.getValue());
      to.write(block.array(), skipped, block.position() - skipped);
      block.clear();
      skipped = 0;
    }

    /** Writes the checksums; returns the checksum of them. */
    int end() throws IOException {
      if (block.position() > 0) {
        flush();
      }
      CRC32C crc = new CRC32C();
      crc.update(checksums.array(), 0, checksums.position());
      to.write(checksums.array(), 0, checksums.position());
      return (int) crc.getValue();
    }
  }
}
