// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Builds a single-file bundle: an executable, the files behind it, and the manifest behind them.
 * Not thread-safe.
 *
 * <p>Source: dotnet/designs, "Single-file Publish", and the host's bundle reader.
 */
public final class BundleBuilder {

  /** The types of files. */
  public static final int ASSEMBLY = 1;

  /** A native library. */
  public static final int NATIVE_BINARY = 2;

  /** The signature that the host looks for in its own executable. */
  private static final String SIGNATURE =
      "8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae";

  private static final int HOST = 0x100;

  private final int version;
  private final LittleEndian file = new LittleEndian();
  private final LittleEndian entries = new LittleEndian();
  private int count;

  /**
   * A bundle with a manifest of that version, behind an executable that begins with these bytes.
   */
  public BundleBuilder(int version, byte... executable) {
    this.version = version;
    file.bytes(executable).zerosTo(Math.max(HOST, executable.length));
  }

  /** Where in a bundle, made here, its manifest begins. */
  public static int manifestOf(byte[] bundle) {
    int marker = HOST - marker(0).length;
    return ByteBuffer.wrap(bundle).order(ByteOrder.LITTLE_ENDIAN).getInt(marker);
  }

  /** The bytes that lead to a manifest. */
  public static byte[] marker(long manifest) {
    return new LittleEndian().u8(manifest).bytes(HexFormat.of().parseHex(SIGNATURE)).toArray();
  }

  /** Adds a file. */
  public BundleBuilder member(String path, int type, byte... content) {
    int at = file.align(16).size();
    file.bytes(content);
    return entry(path, type, at, content.length, 0);
  }

  /** Adds a file, compressed; only from version 6 on. */
  public BundleBuilder compressed(String path, int type, byte... content) {
    byte[] deflated = Deflated.bytes(content);
    int at = file.align(16).size();
    file.bytes(deflated);
    return entry(path, type, at, content.length, deflated.length);
  }

  /** Adds an entry to the manifest. */
  public BundleBuilder entry(String path, int type, long offset, long size, long compressedSize) {
    entries.u8(offset).u8(size);
    if (version >= 6) {
      entries.u8(compressedSize);
    }
    entries.u1(type);
    text(entries, path);
    count++;
    return this;
  }

  private static void text(LittleEndian to, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > 0x7f) {
      to.u1((utf8.length & 0x7f) | 0x80).u1(utf8.length >>> 7);
    } else {
      to.u1(utf8.length);
    }
    to.bytes(utf8);
  }

  /** The bundle. */
  public byte[] build() {
    return build(count);
  }

  /** Returns the bundle, with a manifest that claims so many files. */
  public byte[] build(int files) {
    // The marker is in the executable, which is before everything else, so it is written last.
    int manifest = file.size();
    file.u4(version).u4(0).u4(files);
    text(file, "tiptoe-bundle");
    if (version >= 2) {
      file.u8(0).u8(0).u8(0).u8(0).u8(0x1);
    }
    byte[] all = file.bytes(entries.toArray()).toArray();
    byte[] marker = marker(manifest);
    System.arraycopy(marker, 0, all, HOST - marker.length, marker.length);
    return all;
  }
}
